import type { Endpoint, Handled, Sent } from '#contract/endpoint.ts'
import type { Refused } from '#contract/refused.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { unattended } from '#contract/unattended.ts'
import { type ParsedAnswer, readAnswer } from '#web/router/answer.ts'
import { clearPrefetches, consumePrefetch, takeArrived } from '#web/router/prefetch.ts'
import { addressOf } from './address.ts'
import { type Caller, whileItLasts } from './caller.ts'
import { noteChain } from './chain-day.ts'
import { withIdempotencyKey } from './idempotency.ts'

/** A call that failed. `status` is 0 where no answer came: unreachable, cut off or too slow. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Why, where that is known: what the server itself said, or that there is no network. */
  readonly sentence: string | undefined
  /** Why a promo code was refused. */
  readonly reason: string | undefined
  /** A message for each field that the server refused. */
  readonly fields: Record<string, string>
  /** The stored record, where the caller's version of it was out of date (412). */
  readonly current: unknown

  constructor(status: number, answer: Partial<Refused> = {}) {
    super(answer.error ?? 'An error occurred')
    this.status = status
    this.code = answer.code ?? 'unreachable'
    this.sentence = answer.error
    this.reason = answer.reason
    this.fields = answer.fields ?? {}
    this.current = answer.current
  }
}

/** Whether the record does not exist: 404, or 422 for an invalid id. */
export const isMissing = (error: Error) => error instanceof ApiError && (error.status === 404 || error.status === 422)

type Transport = {
  /** The signed-in session. */
  caller: () => Caller | undefined
  /** Called when the server no longer takes the token; afterwards it is known whether the session is over. */
  onUnauthorized: (caller: Caller, token: string) => Promise<void>
}

let transport: Transport = { caller: () => undefined, onUnauthorized: async () => {} }

/** Says who calls and what happens when their token is refused. Called once, before the first call. */
export function connect(to: Transport) {
  transport = to
}

type Options = {
  /** The session to call with, for work that an earlier session began; `null` for none. Default: the current session. */
  as?: Caller | null | undefined
  /** The version of the item that is restored: it may be deleted and restored again later. */
  restores?: number
  /** The idempotency key, when the same change may have been sent before. */
  name?: string | undefined
  /** The version that a change starts from, sent as `If-Match`. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds; 10 seconds unless said. */
  timeout?: number
  /** Let the request outlive the page, and the session. */
  keepalive?: true
}

/**
 * Makes a call of the contract. A paged list gives `{ items, total }`. Throws `ApiError`. When the session has ended, nothing is sent,
 * running requests are aborted, and the promise never settles.
 */
export function call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  return callUntyped(endpoint, input as Input, options) as Promise<Handled<E>>
}

type Query = Record<string, string | readonly string[] | undefined>
export type Input = { params?: Record<string, string>; query?: Query; body?: unknown }

/** The same for code that works with any collection and so can't know the endpoint's type. */
export async function callUntyped(endpoint: Endpoint, parts: Input, options: Options = {}): Promise<unknown> {
  const { as = transport.caller(), restores } = options
  const caller = as ?? undefined
  if (options.name !== undefined || !endpoint.idempotent || !caller) return request(endpoint, parts, caller, options, options.name)
  return withIdempotencyKey(caller, [endpoint.path, parts, restores], (name) => request(endpoint, parts, caller, options, name))
}

async function request(endpoint: Endpoint, { params, query, body }: Input, caller: Caller | undefined, options: Options, name?: string) {
  const { version, signal, timeout = timeLimits.ordinary.browser, keepalive = false } = options
  const over = keepalive ? undefined : caller?.signal
  const request = {
    method: endpoint.method,
    keepalive,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(name !== undefined && { 'idempotency-key': name }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const limited = () => AbortSignal.any([AbortSignal.timeout(timeout), ...[signal, over].filter((each) => each !== undefined)])
  const attempt = () => send(addressOf(endpoint.path, params, query), { ...request, signal: limited() }, caller, signal)
  return shapeOf(endpoint, await whileItLasts(over, () => withEachToken(caller, attempt)))
}

/**
 * Repeats `work` when the caller has got a new token meanwhile, by a new sign-in or a changed password. A call that the old token was
 * refused for has changed nothing.
 */
export async function withEachToken<Result>(caller: Caller | undefined, work: () => Promise<Result>): Promise<Result> {
  const token = caller?.token
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && caller?.token !== token) return withEachToken(caller, work)
    throw error
  }
}

const shapeOf = ({ listing }: Endpoint, { json, total, next }: ParsedAnswer) => (listing ? { items: json, total, next } : json)

/** Takes the prefetched answer to a call, if it has arrived; `undefined` otherwise. */
export function cachedAnswer(endpoint: Endpoint, { params, query }: Input): unknown {
  const token = transport.caller()?.token
  const seen = token === undefined ? undefined : takeArrived(addressOf(endpoint.path, params, query), token)
  return seen && shapeOf(endpoint, seen)
}

type Request = RequestInit & { method: string; headers: Record<string, string> }

async function send(url: string, request: Request, caller: Caller | undefined, signal: AbortSignal | undefined) {
  try {
    return await readAnswer(await fetchAs(caller, url, request))
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause
    throw unreachable(cause)
  }
}

/** Fetches with the caller's token. Throws an `ApiError` where the server refuses, and what `fetch` throws where no answer comes. */
async function fetchAs(caller: Caller | undefined, url: string, request: Request): Promise<Response> {
  const token = caller?.token
  const headers = {
    ...request.headers,
    ...(isUnattended(request) && { [unattended]: '1' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const answer = consumePrefetch(url, token, request) ?? fetch(url, { ...request, headers })
  const response = await answer.finally(() => request.method !== 'GET' && clearPrefetches())
  noteChain(response.headers)
  // A proxy's error page is no JSON.
  if (!response.ok) await refuse(response.status, await response.json().catch(() => ({})), caller, token)
  return response
}

/** Whether the page asks by itself, because the user has not touched it for a while: such calls do not keep a session alive. */
const isUnattended = ({ method }: Request) => method === 'GET' && (navigator as Partial<Navigator>).userActivation?.isActive === false

/** An answer as it comes, for what the server goes on telling. */
export const openStream = (caller: Caller, address: string, request: Pick<Request, 'headers' | 'signal'>): Promise<Response> =>
  withEachToken(caller, () => fetchAs(caller, address, { method: 'GET', ...request }))

/** Makes a call whose answer is read as it comes, as long as the session lasts. */
export function openAnswer<Result>(address: string, accept: string, read: (answer: Response) => Promise<Result>): Promise<Result> {
  const caller = transport.caller()
  const request = { method: 'GET', headers: { accept }, ...(caller && { signal: caller.signal }) }
  return whileItLasts(caller?.signal, async () => read(await fetchAs(caller, address, request)))
}

/** The server says `unauthenticated` where a session is over. A proxy with a password of its own (Basic) says nothing of the kind: signing in again wouldn't help. */
const fromProxy = {
  code: 'proxy',
  error: 'A proxy in front of MovieBox asked for its own password and refused the request. Contact the administrator of the proxy.',
}

/** Throws what the server refused; `token` is the one that was sent with it. */
export async function refuse(status: number, answer: unknown, caller: Caller | undefined, token: string | undefined): Promise<never> {
  const refused: Partial<Refused> = { code: 'unknown', ...(status === 401 && fromProxy), ...(answer as Partial<Refused> | null) }
  if (refused.code === 'unauthenticated' && caller && token !== undefined) await transport.onUnauthorized(caller, token)
  throw new ApiError(status, refused)
}

/** No answer came, or none in time. */
export function unreachable(cause: unknown) {
  const known: Partial<Refused> = navigator.onLine === false ? { code: 'offline', error: "You're offline." } : {}
  return Object.assign(new ApiError(0, known), { cause })
}
