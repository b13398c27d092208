import { closeOverlay, overlay } from '#web/palette/overlays.ts'
import { useStore } from '#web/store.ts'
import { useFrameShortcuts } from './shortcuts.ts'

/** The shortcuts that work on every screen, and the dialog that one of them has opened. */
export function Overlays() {
  useFrameShortcuts()
  const { Overlay } = useStore(overlay())
  return Overlay && <Overlay onClose={closeOverlay} />
}
