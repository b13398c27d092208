import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Access } from '#contract/access.ts'
import { sharedNow } from '#server/database/clock.ts'
import type { Revision } from '#server/database/revision.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { type Bytes, sendBytes } from './bytes.ts'
import { wantsCsv } from './csv.ts'
import type { Answered } from './logging.ts'

/** What all of it may take, in bytes; what nobody has asked for again goes first. */
const mostBytes = 32_000_000
/** A larger answer is made anew each time: a few of them would take the place of everything else. */
const largest = 2_000_000

/** `route`: as the log calls it. `access`: to whom the answer may go; `undefined` is everybody. */
type Kept = Bytes & { route: string; access: Access | undefined; weight: number; isWanted: boolean }

type State = string | number | undefined

/**
 * Answers that were made once, kept as bytes under their whole address for as long as the database stays as it is: whatever is
 * committed, by whomever, all are forgotten, and at midnight too, since some go by the day. What was acknowledged therefore shows in the
 * next answer. Who may have an answer is decided first: a caller counts as let in where the database said so in the same state.
 */
export class KeptAnswers {
  readonly #revision: Revision
  readonly #most: number
  readonly #answers = new Map<string, Kept>()
  /** Until when somebody counts as let in, in milliseconds since 1970 by the clock that all servers share. */
  readonly #admitted = new Map<Access, Map<string, number>>()
  readonly #asked = new WeakMap<IncomingMessage, State>()
  #bytes = 0
  /** How often an answer was found, and how often one was made that might have been. */
  served = 0
  made = 0
  #state: State
  #midnight = 0

  constructor(revision: Revision, most = mostBytes) {
    this.#revision = revision
    this.#most = most
  }

  /** Answers what it can, before anything else is done for a request, and leaves the rest to `others`. */
  before(others: RequestListener, cameByTls: (request: IncomingMessage) => boolean, log: (answered: Answered) => void): RequestListener {
    const answer = (state: State, request: IncomingMessage, response: ServerResponse, begun: number) => {
      const kept = this.#find(state, request)
      if (!kept) {
        this.#asked.set(request, state)
        return others(request, response)
      }
      const requestId = randomUUID()
      const status = sendBytes(kept, request, response, { requestId, isTls: cameByTls(request) })
      this.served++
      log({ requestId, method: request.method ?? '', route: kept.route, status, ms: performance.now() - begun })
    }
    return (request, response) => {
      const { method, url } = request
      if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/api/')) return others(request, response)
      const begun = performance.now()
      const state = this.#revision.now()
      if (state instanceof Promise) state.then((known) => answer(known, request, response, begun))
      else answer(state, request, response, begun)
    }
  }

  #find(state: State, request: IncomingMessage): Kept | undefined {
    const now = Date.now()
    if (state !== this.#state || now >= this.#midnight) this.#forget(state, now)
    const { url = '', headers } = request
    const kept = this.#answers.get(url)
    // A request without a host is refused, and a table is made anew.
    if (!kept || headers.host === undefined || wantsCsv(headers)) return undefined
    if (kept.access && !this.#isAdmitted(request, kept.access, sharedNow(now))) return undefined
    kept.isWanted = true
    return kept
  }

  #isAdmitted({ headers: { authorization = '' } }: IncomingMessage, access: Access, now: number): boolean {
    return now < (this.#admitted.get(access)?.get(authorization) ?? 0)
  }

  #forget(state: State, now: number): void {
    this.#state = state
    this.#midnight = new Date(now).setHours(24, 0, 0, 0)
    this.#answers.clear()
    this.#admitted.clear()
    this.#bytes = 0
  }

  /** The database has just let this caller in, and would do so `until` then (in milliseconds since 1970) if nothing changed in it. */
  admit(request: IncomingMessage, access: Access, until: number): void {
    if (!this.#isOfNow(request)) return
    const callers = this.#admitted.get(access) ?? new Map<string, number>()
    this.#admitted.set(access, callers.set(request.headers.authorization ?? '', until))
  }

  keep(request: IncomingMessage, answer: Omit<Kept, 'weight' | 'isWanted'>): void {
    const { url = '' } = request
    this.made++
    // Its encoded forms are counted with it, before they are there.
    const weight = 2 * answer.plain.length + 2 * url.length + 8_000
    if (weight > largest || !this.#isOfNow(request) || this.#answers.has(url)) return
    this.#answers.set(url, { ...answer, weight, isWanted: false })
    this.#bytes += weight
    for (const [oldest, kept] of this.#answers) {
      if (this.#bytes <= this.#most) break
      this.#answers.delete(oldest)
      if (kept.isWanted) this.#answers.set(oldest, { ...kept, isWanted: false })
      else this.#bytes -= kept.weight
    }
  }

  watch(metrics: Metrics): void {
    metrics.total('moviebox_kept_answers_total', 'Answers that may be kept: found, or made anew.', ['outcome'], () => [
      [{ outcome: 'found' }, this.served],
      [{ outcome: 'made' }, this.made],
    ])
    metrics.gauge('moviebox_kept_answers_bytes', 'What kept answers take.', [], () => [[{}, this.#bytes]])
  }

  /** What all of it takes, in bytes. */
  get weight(): number {
    return this.#bytes
  }

  /** Whether nothing has changed since before the request was looked at. */
  #isOfNow(request: IncomingMessage): boolean {
    const state = this.#asked.get(request)
    return state !== undefined && state === this.#state
  }
}

/** For a server that keeps nothing. */
export const nothingKept = () => new KeptAnswers({ now: () => undefined, close: () => {} })
