import { timeLimits } from '#contract/time-limits.ts'
import { type ParsedAnswer, readAnswer } from './answer.ts'

const accept = 'application/json'

type Request = { method: string; headers: Record<string, string>; signal?: AbortSignal | null }
type Prefetch = { token: string; at: number; answer: Promise<Response>; seen?: ParsedAnswer; drop: (reason: unknown) => void }

/** Prefetched answers by address: requests that were sent before the code that needs them was loaded. */
const prefetches = new Map<string, Prefetch>()

/** How long a prefetched answer counts as fresh, in milliseconds. */
const maxAge = timeLimits.ordinary.browser

/** Requests `address` with `token`, unless a fresh prefetch exists. The next call to the address takes the answer over. */
export function prefetch(address: string, token: string): void {
  if (isFresh(prefetches.get(address), token)) return
  const dropped = new AbortController()
  const headers = { accept, authorization: `Bearer ${token}` }
  const answer = fetch(address, { headers, signal: dropped.signal })
  const ahead: Prefetch = { token, at: performance.now(), answer, drop: (reason: unknown) => dropped.abort(reason) }
  prefetches.set(address, ahead)
  readInto(ahead).catch(() => {
    // A failed prefetch is dropped, so that the next call sends the request itself.
    if (prefetches.get(address) === ahead) prefetches.delete(address)
  })
}

async function readInto(ahead: Prefetch) {
  const response = await ahead.answer
  if (!response.ok) throw new Error(response.statusText)
  ahead.seen = await readAnswer(response.clone())
}

/** Takes the prefetched answer out if it has arrived completely: it is data of now only once. */
export function takeArrived(address: string, token: string): ParsedAnswer | undefined {
  const ahead = prefetches.get(address)
  if (!isFresh(ahead, token) || !ahead.seen) return undefined
  prefetches.delete(address)
  return ahead.seen
}

/** Takes the prefetched answer out, and binds it to `signal`. `undefined` where there is none for this token, or only an old one. */
export function consumePrefetch(
  address: string,
  token: string | undefined,
  { method, headers, signal }: Request,
): Promise<Response> | undefined {
  if (method !== 'GET' || headers.accept !== accept) return undefined
  const ahead = prefetches.get(address)
  prefetches.delete(address)
  if (!isFresh(ahead, token)) return undefined
  const drop = () => ahead.drop(signal?.reason)
  if (signal?.aborted) drop()
  else signal?.addEventListener('abort', drop, { once: true })
  return ahead.answer
}

/** Drops all prefetched answers, because something has changed. */
export const clearPrefetches = () => prefetches.clear()

const isFresh = (ahead: Prefetch | undefined, token: string | undefined): ahead is Prefetch =>
  ahead !== undefined && ahead.token === token && performance.now() - ahead.at < maxAge
