import { hashKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ListQueryOptions, useListPages } from '#web/api/lists.ts'
import { forgetHeld, type LiveList, live, type Settle } from '#web/api/live.ts'

/** The range of items in view. */
type Part = { from: number; to: number }

/**
 * A list on the screen, kept up to date as far as it is in view. It refetches when the screen opens with cached data, after a change, when
 * the window gets the focus or the network comes back, and when outdated items come into view. Not while `isShown` is false, because
 * another list is shown then.
 */
export function useList<Item extends { _id: string }>(query: ListQueryOptions<Item>, isShown = true) {
  const list = useListPages(query)
  const seen = useRef<Part>({ from: 0, to: Number.POSITIVE_INFINITY })
  const { isFresh, onMove } = useFresh(list, seen, query.options.queryKey, isShown)
  return {
    ...list,
    /** Whether the items in view are up to date. */
    isSettled: isFresh && !list.query.isFetching,
    /** Hears which part is in sight; without it, all of it is. */
    onShow: (from: number, to: number) => {
      const hasMoved = from !== seen.current.from || to !== seen.current.to
      seen.current = { from, to }
      if (hasMoved) onMove()
    },
  }
}

export type ShownList<Item extends { _id: string }> = ReturnType<typeof useList<Item>>

/** The window's events after which a list is fetched again. */
const occasions = ['focus', 'visibilitychange', 'online']

/** The default for merging a fetched list: the whole answer is shown. */
const all: Settle = (_, after) => after

function useFresh(
  list: Pick<ReturnType<typeof useListPages>, 'query' | 'refresh' | 'isOld'>,
  seen: RefObject<Part>,
  queryKey: readonly unknown[],
  isShown: boolean,
) {
  const { query } = list
  const client = useQueryClient()
  const name = String(queryKey[0])
  const latest = useRef(list)
  const running = useRef<Promise<boolean>>(undefined)
  const wanted = useRef<Settle>(undefined)
  const last = useRef(all)
  const its = useRef<LiveList>(undefined)
  useEffect(() => {
    latest.current = list
  })
  const wasLoaded = useRef(query.isSuccess)
  const [isFresh, setFresh] = useState(!query.isSuccess)
  const isDue = query.isStale && query.isSuccess && !query.isFetching

  const question = hashKey(queryKey)
  // Held back items belong to one query: another query drops them, and the next request for the first one brings them.
  useEffect(
    () => () => {
      if (its.current && forgetHeld(its.current))
        void client.invalidateQueries({ predicate: ({ queryHash }) => queryHash === question, refetchType: 'none' })
    },
    [client, question],
  )

  useEffect(() => {
    if (!isShown) return
    const shown: LiveList = { name, again: run }
    its.current = shown
    if (wasLoaded.current || isDue) void run()
    wasLoaded.current = false
    let timer: ReturnType<typeof setTimeout>
    // A tab that comes to the front tells both.
    const soon = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void run(), 20)
    }
    for (const event of occasions) addEventListener(event, soon)
    const { lists } = live()
    lists.add(shown)
    return () => {
      lists.delete(shown)
      forgetHeld(shown)
      clearTimeout(timer)
      for (const event of occasions) removeEventListener(event, soon)
    }
    function run(settle = all) {
      wanted.current = wanted.current === all ? all : settle
      running.current ??= askUntilTrue()
      return running.current
    }
    async function askUntilTrue() {
      let isAnswered = true
      // The answer lacks changes made since the request, and items that have come into view since.
      while (wanted.current) {
        const how = wanted.current
        wanted.current = undefined
        last.current = how
        const { from, to } = seen.current
        try {
          await latest.current.refresh(from, to, how)
          if (how === all) forgetHeld(shown)
          isAnswered = true
          if (latest.current.isOld(seen.current.from, seen.current.to)) wanted.current ??= how
        } catch (error) {
          // The old items stay; the next event tries again, as does the event stream.
          console.error('A list could not be refreshed', error)
          live().missed.add(name)
          isAnswered = false
        }
      }
      running.current = undefined
      setFresh(true)
      return isAnswered
    }
  }, [isShown, isDue, seen, name])

  /** Changes by others are merged in the same way as in the visible list. */
  function onMove() {
    if (!running.current && latest.current.isOld(seen.current.from, seen.current.to)) void its.current?.again(last.current)
  }

  return { isFresh, onMove }
}
