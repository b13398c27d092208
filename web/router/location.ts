import { asksBeforeLeaving, leave } from './blocker.ts'
import { noteIn, staysIn } from './location-state.ts'

/** Where somebody is: an entry of the browser's history. */
export type Place = {
  pathname: string
  search: string
  hash: string
  /** What was noted when it was made. A browser keeps it, so it may be anything. */
  state: unknown
  /** Tells it from all other entries; 'default' where it is not one of ours. */
  key: string
  /** How it was come to: 'pop' is the browser's own way, back, forth and in. */
  by: 'push' | 'replace' | 'pop'
}

type Going = {
  /** Takes the place of the entry that one is at. */
  replace?: boolean | undefined
  state?: unknown
}

/** Where the address bar is. */
export function placeNow(by: Place['by'] = 'pop'): Place {
  const { pathname, search, hash } = location
  const key = noteIn(history.state, 'key')
  return { pathname, search, hash, state: noteIn(history.state, 'usr') ?? null, key: typeof key === 'string' ? key : 'default', by }
}

/**
 * Goes to an address of the app: a whole path, or only its search or hash where one stays. Where that leaves something unsaved, somebody
 * is asked first. The same function for ever.
 */
export function navigate(to: string, going: Going = {}): void {
  const address = ownAddress(to)
  if (isElsewhere(drawn, new URL(address, location.href), staysIn(going.state))) leave(() => go(address, going), drawn)
  else go(address, going)
}

/** Whether who goes there leaves what is open here: what a hash has opened is closed with it, and another search is another screen unless it `stays`. */
const isElsewhere = (here: Address, there: Address, stays: boolean) =>
  there.pathname !== here.pathname || (there.search !== here.search && !stays) || (here.hash !== '' && there.hash !== here.hash)

type Address = Pick<Place, 'pathname' | 'search' | 'hash'>

/** Two slashes at the beginning would lead to another host. */
export const ownAddress = (to: string): string => to.replace(/^\/{2,}/, '/')

const nobody = () => {}
let hearer: (place: Place) => void = nobody

/** The one who hears of every place that somebody goes to; answers how to stop that. */
export function onGoing(hear: (place: Place) => void): () => void {
  hearer = hear
  return () => {
    hearer = nobody
  }
}

/** An entry's number among those of this tab: it tells which way the browser went, and how far. */
function numberNow(): number | undefined {
  const number = noteIn(history.state, 'idx')
  return typeof number === 'number' ? number : undefined
}

if (numberNow() === undefined) history.replaceState({ ...history.state, idx: 0 }, '')

/** The entry that is drawn. */
let drawn = { number: numberNow() ?? 0, ...placeNow() }

function go(address: string, { replace = false, state = null }: Going) {
  const number = replace ? drawn.number : drawn.number + 1
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: number }
  if (replace) history.replaceState(entry, '', address)
  else history.pushState(entry, '', address)
  tell(replace ? 'replace' : 'push')
}

function tell(by: Place['by']) {
  const place = placeNow(by)
  drawn = { number: numberNow() ?? drawn.number, ...place }
  hearer(place)
}

/** Whether the step that the browser takes next has been asked about. */
let isAsked = false

addEventListener('popstate', () => {
  const steps = (numberNow() ?? drawn.number) - drawn.number
  // What an entry says of itself is how it differs from the one before it.
  const isLeft = isElsewhere(drawn, location, staysIn(steps < 0 ? drawn.state : placeNow().state))
  if (isAsked || !asksBeforeLeaving(drawn) || (steps === 0 ? isLeft : !isLeft)) {
    isAsked = false
    tell('pop')
  } else if (isLeft) {
    // The browser has gone already: it comes back, and goes there again once somebody has said so.
    history.go(-steps)
    leave(() => {
      isAsked = true
      history.go(steps)
    }, drawn)
  }
  // What is left is that way back, which leads to where one is.
})
