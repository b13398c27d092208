import type { Endpoint, Handled, Sent } from '#contract/endpoint.ts'
import type { Refused } from '#contract/refused.ts'
import { underOneName } from './attempts.ts'
import { type Caller, whileItLasts } from './caller.ts'

/** How long an answer may take, in milliseconds. */
export const patience = { ordinary: 10_000, images: 30_000 } as const

/** A call that failed. `status` is 0 where no answer came: unreachable, cut off or too slow. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Why, where that is known: what the server itself said, or that there is no network. */
  readonly sentence: string | undefined
  /** A message for each field that the server refused. */
  readonly fields: Record<string, string>
  /** The stored record, where the caller's version of it was out of date (412). */
  readonly current: unknown

  constructor(status: number, answer: Partial<Refused> = {}) {
    super(answer.error ?? 'An error occurred')
    this.status = status
    this.code = answer.code ?? 'unreachable'
    this.sentence = answer.error
    this.fields = answer.fields ?? {}
    this.current = answer.current
  }
}

type Transport = {
  /** Whoever is signed in. */
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
  /** Whose work it is, where that was begun earlier; whoever is signed in unless said. */
  as?: Caller | undefined
  /** The version of the item that is restored: it may be deleted and restored again later. */
  restores?: number
  /** The version that a change starts from, sent as `If-Match`. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds; 10 seconds unless said. */
  timeout?: number
  /** Let the request outlive the page, and the session. */
  keepalive?: true
}

/**
 * Makes a call of the contract. A paged list gives `{ items, total }`. Throws `ApiError`. When the session of whoever calls is
 * over, nothing is sent, what is under way is aborted, and no answer ever comes.
 */
export function call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  return callLoosely(endpoint, input as Parts, options) as Promise<Handled<E>>
}

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown }

/** The same for code that works with any collection and so can't know the endpoint's type. */
export async function callLoosely(endpoint: Endpoint, parts: Parts, options: Options = {}): Promise<unknown> {
  const { as: caller = transport.caller(), restores } = options
  if (!endpoint.named || !caller) return request(endpoint, parts, { ...options, as: caller })
  return underOneName(caller, [endpoint.path, parts, restores], (name) => request(endpoint, parts, { ...options, as: caller }, name))
}

async function request(endpoint: Endpoint, { params, query, body }: Parts, options: Options, name?: string) {
  const { as: caller, version, signal, timeout = patience.ordinary, keepalive = false } = options
  const over = keepalive ? undefined : caller?.over
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
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...[signal, over].filter((each) => each !== undefined)]),
  }
  const answer = await whileItLasts(over, () => send(address(endpoint.path, params, query), request, caller, signal))
  return endpoint.paged ? { items: answer.json, total: answer.total } : answer.json
}

function address(path: string, params: Record<string, string> = {}, query: Record<string, string | undefined> = {}) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + search
}

type Request = RequestInit & { headers: Record<string, string> }

async function send(url: string, request: Request, caller: Caller | undefined, signal: AbortSignal | undefined) {
  const token = caller?.token
  const headers = { ...request.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  try {
    const response = await fetch(url, { ...request, headers })
    const json: unknown = response.status === 204 ? null : await response.json().catch((cause: unknown) => unreadable(response, cause))
    if (!response.ok) await refuse(response.status, json, caller, token)
    return { json, total: Number(response.headers.get('x-total-count') ?? 0) }
  } catch (cause) {
    if (cause instanceof ApiError || signal?.aborted) throw cause
    throw unreachable(cause)
  }
}

/** A proxy's error page is no JSON; a good answer that is cut off is an error all the same. */
function unreadable(response: Response, cause: unknown) {
  if (response.ok) throw cause
  return {}
}

/** Throws what the server refused; `token` is the one that was sent with it. */
export async function refuse(status: number, answer: unknown, caller: Caller | undefined, token: string | undefined): Promise<never> {
  if (status === 401 && caller && token !== undefined) await transport.onUnauthorized(caller, token)
  throw new ApiError(status, { code: 'unknown', ...(answer as Partial<Refused>) })
}

/** No answer came, or none in time. */
export function unreachable(cause: unknown) {
  const known: Partial<Refused> = navigator.onLine === false ? { code: 'offline', error: 'You are offline.' } : {}
  return Object.assign(new ApiError(0, known), { cause })
}
