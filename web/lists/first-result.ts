import { useState } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import { useOnceReady } from '#web/components/once-ready.ts'
import { focusNextRow } from './row-focus.ts'

/**
 * Returns a function that focuses the first result of a search. The focus stays in the field until the result is there, so that the next
 * key has no other meaning. `isThere`: the list shows the results of `asked`.
 */
export function useFirstResult(asked: ListQuery, isThere: boolean): (words: string) => void {
  const [searched, setSearched] = useState<string>()
  const focusOnceReady = useOnceReady(isThere && searched === (asked.q?.[0] ?? ''), () => focusNextRow(1))
  return (words) => {
    setSearched(words)
    focusOnceReady(true)
  }
}
