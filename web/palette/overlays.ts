import type { ComponentType } from 'react'
import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/store.ts'
import { loadOrTell } from '#web/toasts/load-or-tell.ts'

/** A dialog that can be opened over every screen. */
type Overlay = ComponentType<{ onClose: () => void }>

const overlays = {
  palette: async (): Promise<Overlay> => (await import('./Palette.tsx')).Palette,
  shortcuts: async (): Promise<Overlay> => (await import('./ShortcutList.tsx')).ShortcutList,
}

/** Preloads the palette's code: keys typed before it is loaded would go elsewhere. */
export const preloadPalette = () => void overlays.palette().catch(() => {})

/** The open dialog, if any. */
export const overlay = perSession(() => createStore<{ Overlay?: Overlay }>({}))

export const closeOverlay = () => overlay().set({})

/** Opens a dialog when its code has loaded. */
export function openOverlay(name: keyof typeof overlays): Promise<void> {
  const its = overlay()
  return loadOrTell(overlays[name], (Overlay) => its.set({ Overlay }), "The dialog couldn't be loaded.")
}
