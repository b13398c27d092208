import { useEffect, useState } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import { focusNextRow } from './row-focus.ts'

/**
 * Returns a function that focuses the first result of a search. The focus stays in the field until the result is there, so that the next
 * key has no other meaning. `isThere`: the list shows the results of `asked`.
 */
export function useFirstResult(asked: ListQuery, isThere: boolean): (words: string) => void {
  const [wanted, setWanted] = useState<string>()
  const isDue = isThere && wanted === (asked.q?.[0] ?? '')
  useEffect(() => {
    if (!isDue) return
    setWanted(undefined)
    focusNextRow(1)
  }, [isDue])
  return setWanted
}
