import { useEffect, useState } from 'react'
import { askBeforeUnload } from '#web/components/before-unload.ts'
import { setBlocker } from '#web/router/blocker.ts'
import { currentLocation } from '#web/router/location.ts'

/**
 * Guards a form. `isAsking` blocks navigation in the app until the user has answered; `isUnsaved` makes the browser ask before the tab
 * closes or leaves the app.
 */
export function useUnsavedChangesPrompt({ isAsking, isUnsaved }: { isAsking: boolean; isUnsaved: boolean }) {
  const [asked, setAsked] = useState<{ go: () => void }>()
  const [here] = useState(currentLocation)
  useEffect(() => (isAsking ? setBlocker(here, (go) => setAsked({ go })) : undefined), [isAsking, here])
  useEffect(() => (isUnsaved ? askBeforeUnload() : undefined), [isUnsaved])
  return {
    isAsked: asked !== undefined,
    stay: () => setAsked(undefined),
    /** Goes where they wanted to; `before` is done first. */
    go(before?: () => void) {
      setAsked(undefined)
      before?.()
      asked?.go()
    },
  }
}
