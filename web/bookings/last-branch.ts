import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { branchNames } from '#web/api/branch-names.ts'
import { browserStorage } from '#web/storage.ts'

const storageKey = 'moviebox.bookings.branch'

/** The branch of the last booking that was made at this machine, '' where there is none or no such branch any more; and what remembers another one. */
export function useLastBranch(): [string, (name: string) => void] {
  const [last, setLast] = useState(() => browserStorage.get(storageKey) ?? '')
  const { data: names } = useQuery(branchNames)
  const isGone = names !== undefined && !names.includes(last)
  useEffect(() => {
    if (isGone) browserStorage.remove(storageKey)
  }, [isGone])
  return [
    isGone ? '' : last,
    (name) => {
      browserStorage.set(storageKey, name)
      setLast(name)
    },
  ]
}
