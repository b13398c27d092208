import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { live } from '#web/api/live.ts'
import { useStore } from '#web/store.ts'

/** Who is signed in, what the palette finds, and what only a form asks: nobody tells of these. */
const aside = ['session', 'found', 'same', 'callers']

/** Whether it is told when this changes. */
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

/** What was told until then was true until then, and longer where it was answered later. */
function oldest(cache: QueryCache, told: number): number | undefined {
  const shown = cache.findAll({ type: 'active', predicate: (query) => isReported(query) && query.state.data !== undefined })
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => Math.max(told, state.dataUpdatedAt)))
}
