import { currentSession, reauthenticateWhileDirty } from '#web/api/session.ts'
import { askBeforeUnload } from '#web/components/before-unload.ts'

/** Until it is released, a session that runs out is signed in again over the screen, and a window that is closed asks first. */
export function keepOpen(): () => void {
  const closeFreely = askBeforeUnload(currentSession()?.signal)
  const release = reauthenticateWhileDirty(() => true)
  return () => {
    closeFreely()
    release()
  }
}
