import { tabStorage } from '#web/storage.ts'
import type { Place } from './location.ts'
import { returnsIn, savedIn } from './location-state.ts'
import { showsList } from './paths.ts'

const storageKey = 'moviebox.scroll'

/** Where each entry of the history was scrolled to, in pixels. */
const positions = new Map<string, number>(readPositions())

/** Where each path was scrolled to when it was left last, a list itself and not what stands in its place. */
const lastAt = new Map<string, number>()

/** Where the page is scrolled to when somebody comes to a place, in pixels: its top, unless they were there before. */
export function scrolledTo(place: Place): number {
  const { pathname, state, by } = place
  if (by === 'pop') return positions.get(entryOf(place)) ?? 0
  return (isDone(state) ? lastAt.get(pathname) : 0) ?? 0
}

/** Whether somebody goes to a list from one of its records. */
const isDone = (state: unknown) => savedIn(state) !== undefined || returnsIn(state)

/** Notes how far a place is scrolled, in pixels. */
export function noteScroll(place: Place, scrolled: number): void {
  positions.set(entryOf(place), scrolled)
  if (showsList(place.search)) lastAt.set(place.pathname, scrolled)
}

/** All entries that somebody opened by an address have the same key. */
const entryOf = ({ key, pathname }: Place) => (key === 'default' ? pathname : key)

/** Keeps it for a page that is loaded anew. */
export const keepScroll = () => tabStorage.set(storageKey, JSON.stringify([...positions].slice(-50)))

function readPositions(): [string, number][] {
  const kept: unknown = JSON.parse(tabStorage.get(storageKey) ?? '[]')
  return Array.isArray(kept)
    ? kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
    : []
}
