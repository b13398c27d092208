import { isBlocked, leave } from './blocker.ts'
import { isSameView, stateValue } from './location-state.ts'

/** An entry of the browser's history. */
export type Location = {
  pathname: string
  search: string
  hash: string
  /** The state that the entry was made with. A browser keeps it, so it may be anything. */
  state: unknown
  /** Identifies the entry; 'default' for an entry that this app did not make. */
  key: string
  /** How the user came to the entry; 'pop' is back, forward, or opening the page. */
  by: 'push' | 'replace' | 'pop'
}

type NavigateOptions = {
  replace?: boolean | undefined
  state?: unknown
}

/** The location in the address bar. */
export function currentLocation(by: Location['by'] = 'pop'): Location {
  const { pathname, search, hash } = location
  const key = stateValue(history.state, 'key')
  return { pathname, search, hash, state: stateValue(history.state, 'usr') ?? null, key: typeof key === 'string' ? key : 'default', by }
}

/** Navigates to a path, or to a search or hash of the current path. Asks first where that would lose unsaved input. The function is stable. */
export function navigate(to: string, going: NavigateOptions = {}): void {
  const address = ownAddress(to)
  if (leavesScreen(currentEntry, new URL(address, location.href), isSameView(going.state))) leave(() => go(address, going), currentEntry)
  else go(address, going)
}

/**
 * Whether a navigation leaves the open screen. Leaving a hash closes the dialog that it opened; another search is another screen unless it
 * `stays`.
 */
const leavesScreen = (here: Address, there: Address, stays: boolean) =>
  there.pathname !== here.pathname || (there.search !== here.search && !stays) || (here.hash !== '' && there.hash !== here.hash)

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** A path with one slash at its beginning: two would lead to another host. */
export const ownAddress = (to: string): string => to.replace(/^\/{2,}/, '/')

const noListener = () => {}
let listener: (place: Location) => void = noListener

/** Sets the navigation listener. Returns a function that removes it. */
export function subscribe(hear: (place: Location) => void): () => void {
  listener = hear
  return () => {
    listener = noListener
  }
}

/** The number of the history entry in this tab: it tells the direction and the distance of a step. */
function entryNumber(): number | undefined {
  const number = stateValue(history.state, 'idx')
  return typeof number === 'number' ? number : undefined
}

if (entryNumber() === undefined) history.replaceState({ ...history.state, idx: 0 }, '')

/** The entry that is drawn. */
let currentEntry = { number: entryNumber() ?? 0, ...currentLocation() }

function go(address: string, { replace = false, state = null }: NavigateOptions) {
  const number = replace ? currentEntry.number : currentEntry.number + 1
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: number }
  if (replace) history.replaceState(entry, '', address)
  else history.pushState(entry, '', address)
  notify(replace ? 'replace' : 'push')
}

function notify(by: Location['by']) {
  const place = currentLocation(by)
  currentEntry = { number: entryNumber() ?? currentEntry.number, ...place }
  listener(place)
}

/** Whether the user has confirmed the step that the browser takes next. */
let isConfirmed = false

addEventListener('popstate', () => {
  const steps = (entryNumber() ?? currentEntry.number) - currentEntry.number
  // The state of an entry describes how it differs from the entry before it.
  const isLeft = leavesScreen(currentEntry, location, isSameView(steps < 0 ? currentEntry.state : currentLocation().state))
  if (isConfirmed || !isBlocked(currentEntry) || (steps === 0 ? isLeft : !isLeft)) {
    isConfirmed = false
    notify('pop')
  } else if (isLeft) {
    // The browser has taken the step already: it goes back, and takes the step again after the user has agreed.
    history.go(-steps)
    leave(() => {
      isConfirmed = true
      history.go(steps)
    }, currentEntry)
  }
  // The remaining case is that step back, which changes nothing.
})
