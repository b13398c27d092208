import { useEffect } from 'react'
import { queries } from '#web/api/queries.ts'
import { useIsInterrupted } from '#web/api/session.ts'

/** Refetches all queries after a new sign-in over an open screen: the data and the rights may have changed. */
export function useRefetchAfterSignIn() {
  const isInterrupted = useIsInterrupted()
  useEffect(() => (isInterrupted ? () => void queries().invalidateQueries() : undefined), [isInterrupted])
}
