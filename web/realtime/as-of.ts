import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { live } from '#web/api/live.ts'
import { useStore } from '#web/store.ts'

/** Queries that the event stream does not cover: the session, the palette's results, suggestions, saved views, and lookups of forms. */
const aside = ['session', 'found', 'suggestions', 'views', 'same', 'callers']

/** Whether the event stream reports changes of the query's data. */
export const isReported = ({ queryKey: [name, kind] }: Pick<Query, 'queryKey'>): boolean =>
  !aside.some((each) => each === name || each === kind)

/** As of when all is that is on the screen, in milliseconds since 1970; `undefined` where it is as of now, as far as anybody can say. */
export function useAsOf(): number | undefined {
  const { toldUntil, behindSince } = live()
  const known = [useStore(toldUntil), useStore(behindSince)].filter((time) => time !== undefined)
  const cache = useQueryClient().getQueryCache()
  const look = () => (known.length === 0 ? undefined : oldest(cache, Math.min(...known)))
  return useSyncExternalStore(cache.subscribe, look)
}

/** Data is valid up to the last event, or up to its own answer if that came later. */
function oldest(cache: QueryCache, told: number): number | undefined {
  const shown = cache.findAll({ type: 'active', predicate: (query) => isReported(query) && query.state.data !== undefined })
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => Math.max(told, state.dataUpdatedAt)))
}
