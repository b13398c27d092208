import { timeLimits } from '#contract/time-limits.ts'
import { type Answered, readAnswer } from './answer.ts'

const accept = 'application/json'

type Request = { method: string; headers: Record<string, string>; signal?: AbortSignal | null }
type Ahead = { token: string; at: number; answer: Promise<Response>; seen?: Answered; drop: (reason: unknown) => void }

/** What was asked before the code that wants to know it was there, by its address. */
const asked = new Map<string, Ahead>()

/** How long an answer that nobody has taken counts as one of now, in milliseconds. */
const longest = timeLimits.ordinary.browser

/** Asks for what `address` has, in the name of whoever has `token`, unless that has just been done: whoever calls it soon takes the answer over. */
export function askAhead(address: string, token: string): void {
  if (isNew(asked.get(address), token)) return
  const dropped = new AbortController()
  const headers = { accept, authorization: `Bearer ${token}` }
  const answer = fetch(address, { headers, signal: dropped.signal })
  const ahead: Ahead = { token, at: performance.now(), answer, drop: (reason: unknown) => dropped.abort(reason) }
  asked.set(address, ahead)
  see(ahead).catch(() => {
    // What failed before anybody wanted it is asked for again by whoever does.
    if (asked.get(address) === ahead) asked.delete(address)
  })
}

async function see(ahead: Ahead) {
  const response = await ahead.answer
  if (!response.ok) throw new Error(response.statusText)
  ahead.seen = await readAnswer(response.clone())
}

/** What was asked for ahead, as far as it has come whole: somebody may look at it before they take it over. */
export function seenAhead(address: string, token: string): Answered | undefined {
  const ahead = asked.get(address)
  return isNew(ahead, token) ? ahead.seen : undefined
}

/**
 * The answer that was asked for ahead, once, as if it had been asked for now: `signal` ends it. `undefined` where nobody did in the name
 * of whoever has `token`, or so long ago that it may be out of date.
 */
export function takeAhead(address: string, token: string | undefined, { method, headers, signal }: Request): Promise<Response> | undefined {
  if (method !== 'GET' || headers.accept !== accept) return undefined
  const ahead = asked.get(address)
  asked.delete(address)
  if (!isNew(ahead, token)) return undefined
  const drop = () => ahead.drop(signal?.reason)
  if (signal?.aborted) drop()
  else signal?.addEventListener('abort', drop, { once: true })
  return ahead.answer
}

/** Whatever was asked ahead may be out of date: something has changed. */
export const forgetAhead = () => asked.clear()

const isNew = (ahead: Ahead | undefined, token: string | undefined): ahead is Ahead =>
  ahead !== undefined && ahead.token === token && performance.now() - ahead.at < longest
