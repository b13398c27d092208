import { tabStorage } from '#web/storage.ts'
import type { Location } from './location.ts'
import { isReturnState, savedId } from './location-state.ts'
import { showsList } from './paths.ts'

const storageKey = 'moviebox.scroll'

/** The scroll position of each history entry, in pixels. */
const positions = new Map<string, number>(readPositions())

/** The last scroll position of each path, in pixels: of the list itself, not of its trash or tabs. */
const lastAt = new Map<string, number>()

/** The scroll position for a location, in pixels: 0 unless the user was there before. */
export function scrollPositionOf(place: Location): number {
  const { pathname, state, by } = place
  if (by === 'pop') return positions.get(entryOf(place)) ?? 0
  return (isBackFromRecord(state) ? lastAt.get(pathname) : 0) ?? 0
}

/** Whether the user goes from a record back to its list. */
const isBackFromRecord = (state: unknown) => savedId(state) !== undefined || isReturnState(state)

/** Remembers the scroll position of a location, in pixels. */
export function rememberScroll(place: Location, scrolled: number): void {
  positions.set(entryOf(place), scrolled)
  if (showsList(place.search)) lastAt.set(place.pathname, scrolled)
}

/** All entries that were opened by an address share the key 'default'. The search tells a list from its tabs. */
const entryOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** Stores the positions for a reload. */
export const storeScrollPositions = () => tabStorage.set(storageKey, JSON.stringify([...positions].slice(-50)))

function readPositions(): [string, number][] {
  const kept: unknown = JSON.parse(tabStorage.get(storageKey) ?? '[]')
  return Array.isArray(kept)
    ? kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
    : []
}
