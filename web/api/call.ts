import type { Endpoint, Handled, Sent } from '#contract/endpoint.ts'
import { underOneName } from './attempts.ts'

/** How long an answer may take, in milliseconds. */
export const patience = { ordinary: 10_000, images: 30_000 } as const

/** A call that failed. `status` is 0 where no answer came: unreachable, cut off or too slow. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** What the server itself said, if it said anything. */
  readonly sentence: string | undefined
  /** A message for each field that the server refused. */
  readonly fields: Record<string, string>
  /** The stored record, where the caller's version of it was out of date (412). */
  readonly current: unknown

  constructor(status: number, answer: Refusal = {}) {
    super(answer.error ?? 'An error occurred')
    this.status = status
    this.code = answer.code ?? 'unreachable'
    this.sentence = answer.error
    this.fields = answer.fields ?? {}
    this.current = answer.current
  }
}

type Refusal = { error?: string; code?: string; fields?: Record<string, string>; current?: unknown }

type Transport = {
  /** The token to send, if any. */
  token: () => string | null
  /** Called when the server no longer takes `token`. */
  onUnauthorized: (token: string) => void
}

let transport: Transport = { token: () => null, onUnauthorized: () => {} }

/** Says where tokens come from and what happens when one is refused. Called once, before the first call. */
export function connect(to: Transport) {
  transport = to
}

type Options = {
  /** The version of the item that is restored: it may be deleted and restored again later. */
  restores?: number
  /** The version that a change starts from, sent as `If-Match`. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds; 10 seconds unless said. */
  timeout?: number
  /** Let the request outlive the page. */
  keepalive?: true
}

/** Makes a call of the contract. A paged list gives `{ items, total }`. Throws `ApiError`. */
export function call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: Options = {}) {
  return callLoosely(endpoint, input as Parts, options) as Promise<Handled<E>>
}

type Parts = { params?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown }

/** The same for code that works with any collection and so can't know the endpoint's type. */
export async function callLoosely(endpoint: Endpoint, parts: Parts, options: Options = {}): Promise<unknown> {
  if (!endpoint.named) return request(endpoint, parts, options)
  return underOneName([endpoint.path, parts, options.restores], (name) => request(endpoint, parts, options, name))
}

async function request(endpoint: Endpoint, { params, query, body }: Parts, options: Options, name?: string) {
  const { version, signal, timeout = patience.ordinary, keepalive = false } = options
  const answer = await send(
    address(endpoint.path, params, query),
    {
      method: endpoint.method,
      keepalive,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(name !== undefined && { 'idempotency-key': name }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    },
    signal,
  )
  return endpoint.paged ? { items: answer.json, total: answer.total } : answer.json
}

function address(path: string, params: Record<string, string> = {}, query: Record<string, string | undefined> = {}) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + search
}

async function send(url: string, request: RequestInit & { headers: Record<string, string> }, signal: AbortSignal | undefined) {
  const token = transport.token()
  const headers = { ...request.headers, ...(token !== null && { authorization: `Bearer ${token}` }) }
  try {
    const response = await fetch(url, { ...request, headers })
    const json: unknown = response.status === 204 ? null : await response.json().catch((cause: unknown) => unreadable(response, cause))
    if (!response.ok) refuse(response.status, json, token)
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
export function refuse(status: number, answer: unknown, token: string | null): never {
  if (status === 401 && token !== null) transport.onUnauthorized(token)
  throw new ApiError(status, { code: 'unknown', ...(answer as Refusal) })
}

/** No answer came, or none in time. */
export function unreachable(cause: unknown) {
  return Object.assign(new ApiError(0), { cause })
}

/** The token that the next call sends. */
export const currentToken = () => transport.token()
