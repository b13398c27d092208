import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contract/access.ts'
import type { CalendarFile } from '#contract/calendar.ts'
import type { Answer, Endpoint, Endpoints, Handled, Page, Received } from '#contract/endpoint.ts'
import type { ListRequest, Unsearched } from '#contract/listing.ts'
import { staleWith } from '#contract/refused.ts'
import type { Person } from '#contract/session.ts'
import { Deadline } from '#server/db/deadline.ts'
import type { Transaction } from '#server/db/schema.ts'
import { type Isolation, transact } from '#server/db/transaction.ts'
import { answerWriter } from './answers.ts'
import { bearer } from './bearer.ts'
import { type Bytes, bytesOf, json, replyWith } from './bytes.ts'
import { sendCalendar } from './calendar-file.ts'
import { awaitLongBody } from './connections.ts'
import { versionIn, versionTag } from './etag.ts'
import { exportList } from './export-list.ts'
import type { Guard } from './guard.ts'
import { namedRequest, once } from './idempotency.ts'
import { pageBytes } from './pages.ts'
import { tableFormat } from './table-format.ts'
import { read } from './valid-input.ts'
import type { Source } from './xlsx.ts'

/** The context that every handler gets besides the validated parts of the request. */
export type RequestContext = {
  /** The version in `If-Match`; `undefined` if any version will do, or the contract doesn't check versions (`versioned`). */
  expected: number | undefined
  /** Passes when the caller has left or has received a timeout: after that, nothing may be stored. */
  deadline: Deadline
  transactAsCaller: TransactAsCaller
  request: FastifyRequest
}

/**
 * Runs a change of the caller's in one transaction (`transact`). The transaction authorizes the caller again: between the request's first
 * and last byte, a session may have ended. `work` gets the user as this transaction knows them. A `POST` with an `Idempotency-Key` happens once.
 */
export type TransactAsCaller = <Result>(
  work: (trx: Transaction, by: Person | undefined) => Promise<Result>,
  isolation?: Isolation,
) => Promise<Result>

type CallerOf<A extends Access> = A extends 'signed in' | 'staff' | 'user manager' | 'super user' ? Person : Person | undefined
type Handler<E extends Endpoint> = (
  input: Received<E> & RequestContext & { caller: CallerOf<E['access']> },
) => Promise<Handled<E>> | Handled<E>

/** One handler for each endpoint of the contract: a missing or extra one doesn't compile. */
export type Handlers<C extends Endpoints> = { [Name in keyof C]: Handler<C[Name]> }

/** Turns endpoints into routes: access first, then validation, then the handler, then an answer filtered by the contract. */
export function serve<C extends Endpoints>(app: FastifyInstance, guard: Guard, contract: C, handlers: Handlers<C>): void {
  if (!app.hasRequestDecorator(admission)) app.decorateRequest(admission, null)
  const servedAs = (name: string) => ({ endpoint: contract[name] as Endpoint, handle: handlers[name] as unknown as Handler<Endpoint> })
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    route(app, guard, servedAs(name), endpoint.secondSheet === undefined ? undefined : servedAs(endpoint.secondSheet))
  }
}

/** The caller and deadline that a request carries from its first byte to its last. */
type Admission = { caller: Person | undefined; deadline: Deadline }
const admission = 'admission'

/** An endpoint with its handler. */
type Served = { endpoint: Endpoint; handle: Handler<Endpoint> }

/** `second`: the list of the second sheet of a workbook. */
function route(app: FastifyInstance, guard: Guard, { endpoint, handle }: Served, second: Served | undefined) {
  const limit = endpoint.multipart ? guard.timeLimit.multipart : guard.timeLimit.json
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.longestBody !== undefined && { bodyLimit: endpoint.longestBody }),
    serializerCompiler: answerWriter,
    schema: endpoint.status === 204 ? {} : { response: { [endpoint.status ?? 200]: endpoint.answer, 412: staleWith(endpoint.answer) } },
    onRequest: async (request, reply) => {
      if (guard.isOpen(accessOf(endpoint, request))) reply.headers(openHeaders)
      const deadline = new Deadline(limit)
      reply.raw.once('close', () => {
        // A completely sent answer closes as well.
        if (!reply.raw.writableFinished) deadline.pass()
        deadline.clear()
      })
      const caller = await deadline.race(guard.authorize(accessOf(endpoint, request), request, guard.db))
      request.setDecorator<Admission>(admission, { caller, deadline })
      if (endpoint.multipart) awaitLongBody(request.raw)
    },
    handler: async (request, reply) => {
      const admitted = request.getDecorator<Admission>(admission)
      const { caller, deadline } = admitted
      // A body that arrived after the deadline starts nothing.
      deadline.check()
      const input = {
        params: endpoint.params && read(endpoint.params, request.params, 'params'),
        query: endpoint.query && read(endpoint.query, request.query, 'query'),
        body: endpoint.body && read(endpoint.body, request.body, 'body'),
        caller,
        expected: endpoint.versioned && expectedVersion(request),
        request,
        deadline,
        transactAsCaller: transactFor(guard, endpoint, request, admitted),
      }
      // One address has several forms, JSON or a file, compressed or not: caches must tell them apart.
      if (endpoint.listing) reply.header('vary', 'accept, accept-encoding')
      else if (endpoint.cacheable) reply.header('vary', 'accept-encoding')
      const format = endpoint.listing && tableFormat(request.headers)
      if (format) {
        const sourceOf = (each: Served): Source => ({
          endpoint: each.endpoint,
          pageOf: async (query) => each.handle({ ...input, query } as never) as Promise<Page<object>>,
        })
        const list = { first: sourceOf({ endpoint, handle }), second: second && sourceOf(second), listRequest: input.query as ListRequest }
        return exportList(format, reply, { guard, caller, access: accessOf(endpoint, request), deadline, request }, list)
      }
      const handled = await deadline.race(handle(input as never))
      if (endpoint.calendar) return sendCalendar(reply, handled as CalendarFile)
      reply.code(endpoint.status ?? 200)
      if (endpoint.status === 204) return reply.send()
      if (!endpoint.cacheable && !endpoint.listing) return sendOne(handled, reply)
      const access = accessOf(endpoint, request)
      const bytes = endpoint.listing ? pageBytes(handled as Page<unknown>, request, reply) : oneBytes(endpoint, handled, reply)
      if (endpoint.cacheable) guard.cache.keep(request.raw, { ...bytes, access: guard.isOpen(access) ? undefined : access })
      return replyWith(bytes, request, reply)
    },
  })
}

/** The headers of public content: the chain's website may read it from any origin, and caches must revalidate it. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, link, x-total-count, x-total-count-relation',
  'cache-control': 'public, no-cache',
}

/** Returns the access of a request. All that a public view leaves out is for staff only, also in public lists. */
function accessOf({ access, listing, publicView }: Endpoint, request: FastifyRequest): Access {
  if (access !== 'public') return access
  const asksForHidden = listing !== undefined && Object.keys(request.query as object).some((name) => isForStaff(listing, name))
  return asksForHidden || (publicView && bearer(request) !== undefined) ? 'staff' : 'public'
}

/** Whether a query parameter asks for deleted records, or for those that the public doesn't see. */
const isForStaff = ({ filters }: Unsearched, name: string) => name === 'trash' || filters[name]?.kind === 'visibility'

function transactFor(
  guard: Guard,
  { access, idempotent }: Endpoint,
  request: FastifyRequest,
  { caller, deadline }: Admission,
): TransactAsCaller {
  const name = idempotent && namedRequest(request, caller)
  return (work, isolation) =>
    transact(
      guard.db,
      deadline,
      async (trx) => {
        const by = await guard.authorize(access, request, trx)
        return name ? once(trx, name, () => work(trx, by)) : work(trx, by)
      },
      isolation,
    )
}

function sendOne(answer: Answer<Endpoint>, reply: FastifyReply) {
  const version = versionOf(answer)
  if (version !== undefined) reply.header('etag', `"${version}"`)
  return reply.send(answer)
}

function oneBytes({ contentEtag = false, imageFields = [] }: Endpoint, answer: Answer<Endpoint>, reply: FastifyReply): Bytes {
  const version = versionOf(answer)
  const body = String(reply.serialize(answer))
  if (version === undefined) return bytesOf(reply, body, json)
  const hasDetails = imageFields.some((field) => (answer as Record<string, unknown>)[field] !== undefined)
  return bytesOf(reply, body, json, contentEtag || hasDetails ? versionTag(version, body) : `"${version}"`)
}

function versionOf(answer: Answer<Endpoint>): number | undefined {
  const version = (answer as { version?: unknown } | null)?.version
  return typeof version === 'number' ? version : undefined
}

/** An entity tag that no version can be, `*` and an absent header aside, gives a number that never matches (RFC 9110, 13.1.1). */
function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  return versionIn(header) ?? Number.NaN
}
