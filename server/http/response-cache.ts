import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access } from '#contract/access.ts'
import { chainDayBounds, sharedNow } from '#server/db/clock.ts'
import type { Revision } from '#server/db/revision.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { bearer } from './bearer.ts'
import { type Bytes, replyWith } from './bytes.ts'
import { tableFormat } from './table-format.ts'

/** In bytes. Beyond this size, the oldest answers are evicted first, unless they were requested again. */
const mostBytes = 32_000_000
/** In bytes. A larger answer is never cached: a few of them would displace all others. */
const largest = 2_000_000

/** A cached answer. `access`: who may receive it; `undefined` means all callers. */
type Entry = Bytes & { access: Access | undefined; weight: number; isWanted: boolean }

type State = string | number | undefined

/**
 * Caches answers to GET as bytes under their whole address, until any server commits to the database or the chain's day ends, on which some of
 * them depend. An acknowledged change therefore shows in the next answer. Each address has one answer for callers with a token, who may see more,
 * and one for all others. While the state of the database is unknown, nothing is stored or answered from the cache. Access comes first: a caller
 * gets a cached answer only if the database admitted the caller in the same state.
 */
export class ResponseCache {
  readonly #revision: Revision
  readonly #most: number
  readonly #entries = new Map<string, Entry>()
  /** Until when a caller counts as admitted, by `Authorization`, in milliseconds since 1970 by the clock that all servers share. */
  readonly #admitted = new Map<Access, Map<string, number>>()
  /** The generation of the cache when a request arrived. */
  readonly #asked = new WeakMap<IncomingMessage, number>()
  #bytes = 0
  #found = 0
  #made = 0
  #state: State
  /** The beginning and the end of the chain's day, in milliseconds of the shared clock. */
  #day = { begin: 0, end: 0 }
  /** The number of changes of the state or the day so far. */
  #generation = 0

  constructor(revision: Revision, most = mostBytes) {
    this.#revision = revision
    this.#most = most
  }

  /** Answers from the cache. It must be the first hook, because a cached answer has its headers already. */
  readonly hook: onRequestHookHandler = (request, reply, done) => {
    const { method, url } = request.raw
    if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/api/')) return done()
    const state = this.#revision.now()
    if (state instanceof Promise) state.then((known) => this.#answer(known, request, reply, done))
    else this.#answer(state, request, reply, done)
  }

  #answer(state: State, request: FastifyRequest, reply: FastifyReply, others: () => void): void {
    const entry = this.#find(state, request.raw)
    if (entry) {
      this.#found++
      replyWith(entry, request, reply)
    } else {
      if (state !== undefined) this.#asked.set(request.raw, this.#generation)
      others()
    }
  }

  #find(state: State, request: IncomingMessage): Entry | undefined {
    const now = sharedNow()
    if (state !== this.#state || now >= this.#day.end || now < this.#day.begin) this.#clear(state, now)
    const { headers } = request
    const entry = this.#entries.get(keyOf(request))
    // A request without a host is refused, and files are never cached.
    if (!entry || headers.host === undefined || tableFormat(headers)) return undefined
    if (entry.access && !this.#isAdmitted(request, entry.access, now)) return undefined
    entry.isWanted = true
    return entry
  }

  #isAdmitted({ headers: { authorization = '' } }: IncomingMessage, access: Access, now: number): boolean {
    return now < (this.#admitted.get(access)?.get(authorization) ?? 0)
  }

  #clear(state: State, now: number): void {
    this.#state = state
    this.#day = chainDayBounds(now)
    this.#generation++
    this.#entries.clear()
    this.#admitted.clear()
    this.#bytes = 0
  }

  /** Remembers that the database has just admitted this caller, and would until `until` (in milliseconds since 1970) if nothing changed. */
  rememberCaller(request: IncomingMessage, access: Access, until: number): void {
    if (!this.#isOfNow(request)) return
    const callers = this.#admitted.get(access) ?? new Map<string, number>()
    this.#admitted.set(access, callers.set(request.headers.authorization ?? '', until))
  }

  keep(request: IncomingMessage, answer: Omit<Entry, 'weight' | 'isWanted'>): void {
    const key = keyOf(request)
    this.#made++
    // The weight includes the compressed forms before they exist.
    const weight = 2 * answer.plain.length + 2 * key.length + 8_000
    if (weight > largest || !this.#isOfNow(request) || this.#entries.has(key)) return
    this.#entries.set(key, { ...answer, weight, isWanted: false })
    this.#bytes += weight
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#most) break
      this.#entries.delete(oldest)
      if (entry.isWanted) this.#entries.set(oldest, { ...entry, isWanted: false })
      else this.#bytes -= entry.weight
    }
  }

  /** Returns whether the database is still in the state that the request began with, and the day is still the same. */
  #isOfNow(request: IncomingMessage): boolean {
    return this.#asked.get(request) === this.#generation
  }

  watch(metrics: Metrics): void {
    metrics.total('moviebox_kept_answers_total', 'Cacheable responses, found in the cache or made.', ['outcome'], () => [
      [{ outcome: 'found' }, this.#found],
      [{ outcome: 'made' }, this.#made],
    ])
    metrics.gauge('moviebox_kept_answers_bytes', 'Memory used by cached responses.', [], () => [[{}, this.#bytes]])
  }
}

const keyOf = (request: IncomingMessage): string => `${bearer(request) === undefined ? 'public' : 'staff'} ${request.url}`

/** Returns a cache that stores nothing. */
export const noCache = () => new ResponseCache({ now: () => undefined, close: () => {} })
