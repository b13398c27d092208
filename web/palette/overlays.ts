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

/** The one that is open. */
export const overlay = perSession(() => createStore<{ Overlay?: Overlay }>({}))

export const closeOverlay = () => overlay().set({})

/** Opens one, once its code is here. */
export function openOverlay(name: keyof typeof overlays): Promise<void> {
  const its = overlay()
  return loadOrTell(overlays[name], (Overlay) => its.set({ Overlay }), "The dialog couldn't be loaded.")
}
