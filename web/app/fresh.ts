import { useEffect } from 'react'
import { queries } from '#web/api/queries.ts'
import { useIsInterrupted } from '#web/api/session.ts'

/** Asks again for all that is known once somebody has signed in over it: it may be hours old, and so may what they are allowed to do. */
export function useFreshAfterSignIn() {
  const isInterrupted = useIsInterrupted()
  useEffect(() => (isInterrupted ? () => void queries().invalidateQueries() : undefined), [isInterrupted])
}
