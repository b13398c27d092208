import { hashKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ListQueryOptions, useListPages } from '#web/api/lists.ts'
import { forgetHeld, type LiveList, live, type Settle } from '#web/api/live.ts'

/** From which item of a list to which somebody sees it. */
type Part = { from: number; to: number }

/**
 * A list that somebody looks at. It is kept true as far as they see it: asked for again when the screen is opened on what was loaded
 * earlier, after a change, when others have changed something, when the window gets the focus or the network again, and when
 * they come to a part that was out of sight meanwhile. Not while it isn't `isShown`: another list stands for it.
 */
export function useList<Item extends { _id: string }>(query: ListQueryOptions<Item>, isShown = true) {
  const list = useListPages(query)
  const seen = useRef<Part>({ from: 0, to: Number.POSITIVE_INFINITY })
  const { isFresh, onMove } = useFresh(list, seen, query.options.queryKey, isShown)
  return {
    ...list,
    /** Whether this is what the server has by now, as far as it is seen. */
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

/** When somebody comes back to the window, or the network does. */
const occasions = ['focus', 'visibilitychange', 'online']

/** What is shown once a list was asked for again, where nobody decides otherwise: all of it. */
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
  // What is held back of one question is none of the next: it comes when somebody asks that one again.
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
      // What changed while the answer was on its way isn't in it, and what has come in sight neither.
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
          // What is on the screen stays; the next occasion tries again, and so does whoever hears what changes.
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

  /** What others have changed there is settled as it was where it was seen. */
  function onMove() {
    if (!running.current && latest.current.isOld(seen.current.from, seen.current.to)) void its.current?.again(last.current)
  }

  return { isFresh, onMove }
}
