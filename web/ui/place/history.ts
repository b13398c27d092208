import { noteIn } from '#web/ui/base/arrival.ts'

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

/** Goes to an address of the app: a whole path, or only its search or hash where one stays. The same function for ever. */
export function navigate(to: string, { replace = false, state = null }: Going = {}): void {
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10) }
  if (replace) history.replaceState(entry, '', ownAddress(to))
  else history.pushState(entry, '', ownAddress(to))
  hearer(placeNow(replace ? 'replace' : 'push'))
}

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

addEventListener('popstate', () => hearer(placeNow('pop')))
