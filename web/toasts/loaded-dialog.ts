import { type ComponentType, useState } from 'react'
import { loadOrTell } from './load-or-tell.ts'

/**
 * A dialog whose code is loaded when it opens. `Dialog` is its component while it is open. If the code can't be loaded, a notice says `failed` and
 * offers another try.
 *
 *     const picker = useLoadedDialog(async () => (await import('./ImagePicker.tsx')).ImagePicker, "The gallery couldn't be loaded.")
 */
export function useLoadedDialog<Props extends object>(load: () => Promise<ComponentType<Props>>, failed: string) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  return {
    Dialog,
    open: () => void loadOrTell(load, (Loaded) => setDialog(() => Loaded), failed),
    close: () => setDialog(undefined),
  }
}
