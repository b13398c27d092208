import { useStore } from '#web/api/store.ts'
import { closeOverlay, overlay } from './overlays.ts'
import { useFrameShortcuts } from './shortcuts.ts'

/** The shortcuts that work on every screen, and the dialog that one of them has opened. */
export function Overlays() {
  useFrameShortcuts()
  const { Overlay } = useStore(overlay())
  return Overlay && <Overlay onClose={closeOverlay} />
}
