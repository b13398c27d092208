import { noteIn } from '#web/ui/base/arrival.ts'
import { asksBeforeLeaving, leave } from './leaving.ts'

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
  if (isElsewhere(location, new URL(address, location.href))) leave(() => go(address, going))
  else go(address, going)
}

/** Whether who goes there leaves what is open here: what a hash has opened is closed with it. */
const isElsewhere = (here: Address, there: Address) => there.pathname !== here.pathname || (here.hash !== '' && there.hash !== here.hash)

type Address = { pathname: string; hash: string }

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

const addressNow = (): Address => ({ pathname: location.pathname, hash: location.hash })

/** The entry that is drawn. */
let drawn = { number: numberNow() ?? 0, ...addressNow() }

function go(address: string, { replace = false, state = null }: Going) {
  const number = replace ? drawn.number : drawn.number + 1
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: number }
  if (replace) history.replaceState(entry, '', address)
  else history.pushState(entry, '', address)
  tell(replace ? 'replace' : 'push')
}

function tell(by: Place['by']) {
  drawn = { number: numberNow() ?? drawn.number, ...addressNow() }
  hearer(placeNow(by))
}

/** Whether the step that the browser takes next has been asked about. */
let isAsked = false

addEventListener('popstate', () => {
  const steps = (numberNow() ?? drawn.number) - drawn.number
  const isLeft = isElsewhere(drawn, location)
  if (isAsked || !asksBeforeLeaving() || (steps === 0 ? isLeft : !isLeft)) {
    isAsked = false
    tell('pop')
  } else if (isLeft) {
    // The browser has gone already: it comes back, and goes there again once somebody has said so.
    history.go(-steps)
    leave(() => {
      isAsked = true
      history.go(steps)
    })
  }
  // What is left is that way back, which leads to where one is.
})
