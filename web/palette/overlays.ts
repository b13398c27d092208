import type { ComponentType } from 'react'
import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/store.ts'
import { notify } from '#web/toasts/notices.ts'

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
export async function openOverlay(name: keyof typeof overlays): Promise<void> {
  const its = overlay()
  try {
    its.set({ Overlay: await overlays[name]() })
  } catch (error) {
    console.error('A dialog could not be loaded', error)
    notify({ text: "The dialog couldn't be loaded.", failed: true, action: { label: 'Try again', run: () => void openOverlay(name) } })
  }
}
