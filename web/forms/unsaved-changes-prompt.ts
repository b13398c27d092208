import { useEffect, useState } from 'react'
import { setBlocker } from '#web/router/blocker.ts'
import { currentLocation } from '#web/router/location.ts'

/**
 * Whether a form may be left. `isAsking` stops every way that leads elsewhere in the app until somebody has answered; `isUnsaved` lets the
 * browser ask, in its own words, before the tab is closed or leads to another page.
 */
export function useUnsavedChangesPrompt({ isAsking, isUnsaved }: { isAsking: boolean; isUnsaved: boolean }) {
  const [asked, setAsked] = useState<{ go: () => void }>()
  const [here] = useState(currentLocation)
  useEffect(() => (isAsking ? setBlocker(here, (go) => setAsked({ go })) : undefined), [isAsking, here])
  useEffect(() => {
    if (!isUnsaved) return
    addEventListener('beforeunload', askInBrowser)
    return () => removeEventListener('beforeunload', askInBrowser)
  }, [isUnsaved])
  return {
    /** Whether somebody is asked now. */
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

const askInBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
