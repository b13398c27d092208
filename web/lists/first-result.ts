import { useEffect, useState } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import { focusNextRow } from './row-focus.ts'

/**
 * Answers how somebody gets from the search to the first of what they search for. Until that is there they stay, so that the next key
 * isn't meant for something else. `isThere`: the list shows what `asked` asks for.
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
