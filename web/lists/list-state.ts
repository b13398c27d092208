import { startTransition, useEffect, useOptimistic } from 'react'
import { listQuery, searchable, type Unsearched } from '#contract/listing.ts'
import { type ListQuery, parseListQuery } from '#web/api/address.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { perSession } from '#web/api/session.ts'
import { navigate } from '#web/router/location.ts'
import { staysState } from '#web/router/location-state.ts'
import { showsList } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

export type ListState = {
  asked: ListQuery
  /** The search of the address, which identifies a state of the list. */
  address: string
  /** What the address asks for and this list doesn't know (any more). */
  gone: string[]
  /** Sets some of it; an empty list takes it away. `replace`: no step of its own on the way back. */
  set: (changes: ListQuery, options?: { replace?: boolean }) => void
  /** Takes all of it away but `left`. */
  clear: (left?: ListQuery) => void
}

/** The state of a list, which lives in the address: reload, back and a shared link show the same. `tab` distinguishes two lists of one screen. */
export function useListState(listing: Unsearched, tab?: string): ListState {
  const { pathname, ...location } = useLocation()
  // The router may update in a transition, but typed or chosen values must be visible in the next frame.
  const [search, setAhead] = useOptimistic(location.search)
  const { asked, gone } = read(listing, search, tab)
  useEffect(() => {
    if (showsList(search)) lastAsked().set(pathname, search)
  }, [pathname, search])

  function show(next: ListQuery, replace = false) {
    const pairs = Object.entries(next).flatMap(([name, values]) => values.filter(Boolean).map((value) => [name, value]))
    const query = new URLSearchParams([...(tab === undefined ? [] : [['tab', tab]]), ...pairs]).toString()
    const search = query && `?${query}`
    startTransition(() => {
      setAhead(search)
      // The screen stays, so neither the heading nor the top of the page gets the focus.
      navigate(pathname + search + window.location.hash, { replace, state: staysState })
    })
  }

  return {
    asked,
    address: pathname + search,
    gone,
    // The address at this moment: typing and clicking at the same time change both.
    set: (changes, { replace } = {}) => show({ ...read(listing, window.location.search, tab).asked, ...changes }, replace),
    clear: (left = {}) => show(left),
  }
}

const lastAsked = perSession(() => new Map<string, string>())

/** The address of a list as it was left: with its search, filters and order. */
const asLeft = (path: string) => path + (lastAsked().get(path) ?? '')

/** The link back to the list of a resource, as it was left. */
export const wayBack = ({ at, many }: ResourceConfig) => ({ to: asLeft(at.list), label: `Back to ${many}` })

/** A screen shows a list from its beginning. */
const notForScreens = ['limit', 'after']

/** Each parameter is looked at by itself, so that one that is gone takes nothing else with it. One without a value asks for nothing. */
function read(listing: Unsearched, search: string, tab: string | undefined): { asked: ListQuery; gone: string[] } {
  const asked: Record<string, readonly string[]> = {}
  const gone: string[] = []
  const written = Object.entries(parseListQuery(search)).filter(([name]) => name !== 'tab' || tab === undefined)
  if (written.length === 0) return { asked, gone }
  const query = listQuery(listing)
  for (const [name, given] of written) {
    // Pasted text is treated in the same way.
    const values = name === 'q' ? given.map(searchable) : given
    const isKnown = !notForScreens.includes(name) && query.safeParse({ [name]: values.length === 1 ? values[0] : [...values] }).success
    if (isKnown) asked[name] = values
    else gone.push(name)
  }
  return { asked, gone }
}

/** Whether anything narrows the list down. */
export const isNarrowed = (asked: ListQuery): boolean => Object.keys(asked).some((name) => name !== 'order' && name !== 'trash')
