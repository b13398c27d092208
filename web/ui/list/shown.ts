import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ListQuery, useList } from '#web/api/lists.ts'
import { forgetHeld, type LiveList, live, noteShown, type Settle } from '#web/api/live.ts'

/** From which item of a list to which somebody sees it. */
type Part = { from: number; to: number }

/**
 * A list that somebody looks at. It is kept true as far as they see it: asked for again when the screen is opened on what was loaded
 * earlier, after a change, when others have changed something, and when the window gets the focus or the network again.
 */
export function useShownList<Item extends { _id: string }>(query: ListQuery<Item>) {
  const list = useList(query)
  const seen = useRef<Part>({ from: 0, to: Number.POSITIVE_INFINITY })
  const isFresh = useFresh(list, seen, String(query.options.queryKey[0]))
  return {
    ...list,
    /** Whether this is what the server has by now, as far as it is seen. */
    isSettled: isFresh && !list.query.isFetching,
    /** Hears which part is in sight; without it, all of it is. */
    onShow: (from: number, to: number) => {
      seen.current = { from, to }
    },
  }
}

export type ShownList<Item extends { _id: string }> = ReturnType<typeof useShownList<Item>>

/** When somebody comes back to the window, or the network does. */
const occasions = ['focus', 'visibilitychange', 'online']

/** What is shown once a list was asked for again, where nobody decides otherwise: all of it. */
const all: Settle = (_, after) => after

function useFresh({ query, refresh }: Pick<ReturnType<typeof useList>, 'query' | 'refresh'>, seen: RefObject<Part>, name: string): boolean {
  const latest = useRef(refresh)
  const isRunning = useRef(false)
  const wanted = useRef<Settle>(undefined)
  useEffect(() => {
    latest.current = refresh
  })
  const wasLoaded = useRef(query.isSuccess)
  const [isFresh, setFresh] = useState(!query.isSuccess)
  const isDue = query.isStale && query.isSuccess && !query.isFetching

  useEffect(() => {
    if (wasLoaded.current || isDue) void run()
    wasLoaded.current = false
    let timer: ReturnType<typeof setTimeout>
    // A tab that comes to the front tells both.
    const again = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void run(), 20)
    }
    for (const event of occasions) addEventListener(event, again)
    const { lists } = live()
    const shown: LiveList = { name, again: run }
    lists.add(shown)
    return () => {
      lists.delete(shown)
      forgetHeld(shown)
      clearTimeout(timer)
      for (const event of occasions) removeEventListener(event, again)
    }
    async function run(settle = all) {
      wanted.current = wanted.current === all ? all : settle
      if (isRunning.current) return
      isRunning.current = true
      // What changed while the answer was on its way isn't in it.
      while (wanted.current) {
        const how = wanted.current
        wanted.current = undefined
        // What is on the screen stays; the next occasion tries again.
        await latest.current(seen.current.from, seen.current.to, how).then(
          () => how === all && noteShown(shown),
          (error: unknown) => console.error('A list could not be refreshed', error),
        )
      }
      isRunning.current = false
      setFresh(true)
    }
  }, [isDue, seen, name])

  return isFresh
}
