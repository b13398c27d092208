import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasOldInSight, inSight, type ListQueryOptions, useListPages } from '#web/api/lists.ts'
import { forgetHeld } from '#web/api/live.ts'

/** A list on the screen. Items that were out of sight when the others were refetched are refetched when they come into view. */
export function useList<Item extends { _id: string }>(options: ListQueryOptions<Item>) {
  const list = useListPages(options)
  const client = useQueryClient()
  const queryHash = hashKey(options.queryKey)
  const { isFetching } = list.query

  function refetchOld() {
    const pages = client.getQueryData(options.queryKey)?.pages ?? []
    if (hasOldInSight(queryHash, pages)) void list.refetch({ cancelRefetch: false })
  }

  useEffect(() => {
    if (!isFetching && !list.hasRefetchFailed) refetchOld()
  })
  useEffect(
    () => () => {
      inSight().delete(queryHash)
      // Another query drops them; the first one is refetched when it is shown again.
      forgetHeld(queryHash)
    },
    [queryHash],
  )

  return {
    ...list,
    /** Whether the items in view are up to date. */
    isSettled: !isFetching,
    /** Sets the range of items in view; without it, all of them are. */
    onShow(from: number, to: number) {
      const before = inSight().get(queryHash)
      inSight().set(queryHash, { from, to })
      if (before?.from !== from || before.to !== to) refetchOld()
    },
  }
}

export type ShownList<Item extends { _id: string }> = ReturnType<typeof useList<Item>>
