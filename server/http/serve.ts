import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access } from '#contract/access.ts'
import type { Answer, Endpoint, Endpoints, Handled, Page, Received } from '#contract/endpoint.ts'
import type { ListRequest } from '#contract/listing.ts'
import { staleWith } from '#contract/refused.ts'
import type { Person } from '#contract/session.ts'
import { tableFields } from '#contract/table.ts'
import { Deadline } from '#server/db/deadline.ts'
import type { Transaction } from '#server/db/schema.ts'
import { type Isolation, transact } from '#server/db/transaction.ts'
import { HttpError, invalid } from '#server/errors.ts'
import { answerWriter } from './answers.ts'
import { bearer } from './bearer.ts'
import { type Bytes, bytesOf, json, replyWith } from './bytes.ts'
import { awaitLongBody } from './connections.ts'
import { describeCsv, fromTheStart, sendCsv, wantsCsv } from './csv.ts'
import { versionIn, versionTag } from './etag.ts'
import type { Guard } from './guard.ts'
import { namedRequest, once } from './idempotency.ts'
import { networkOf } from './network.ts'
import { pageBytes } from './pages.ts'

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
  for (const name of Object.keys(contract)) {
    const endpoint: Endpoint = contract[name] as C[string]
    route(app, guard, endpoint, handlers[name] as unknown as Handler<Endpoint>)
  }
}

/** The caller and deadline that a request carries from its first byte to its last. */
type Admission = { caller: Person | undefined; deadline: Deadline }
const admission = 'admission'

function route(app: FastifyInstance, guard: Guard, endpoint: Endpoint, handle: Handler<Endpoint>) {
  const limit = endpoint.multipart ? guard.timeLimit.multipart : guard.timeLimit.json
  app.route({
    method: endpoint.method,
    url: endpoint.path,
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
      // One address has several forms, CSV or JSON, compressed or not: caches must tell them apart.
      if (endpoint.listing) reply.header('vary', 'accept, accept-encoding')
      else if (endpoint.cacheable) reply.header('vary', 'accept-encoding')
      if (endpoint.listing && wantsCsv(request.headers)) {
        const { name, fields } = tableOf(endpoint, input.query as ListRequest)
        if (request.method === 'HEAD') return describeCsv(reply, name).send()
        await limitExport(guard, admitted, accessOf(endpoint, request), request, reply)
        const pageOf = (query: ListRequest) => handle({ ...input, query } as never) as Promise<Page<object>>
        const listRequest = fromTheStart(input.query as ListRequest, deadline.signal, endpoint.counted)
        // Only the first page has a deadline: the whole table takes as long as the caller reads, and ends with their session.
        const first = await deadline.race(pageOf(listRequest))
        const laterPageOf = async (query: ListRequest) => {
          await guard.authorize(accessOf(endpoint, request), request, guard.db)
          return pageOf(query)
        }
        return sendCsv(reply, { name, fields, listRequest, first, laterPageOf })
      }
      const handled = await deadline.race(handle(input as never))
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

/** Returns the access of a request. Deleted records are for staff only, also in public lists, and so is all that a public view leaves out. */
function accessOf({ access, listing, publicView }: Endpoint, request: FastifyRequest): Access {
  if (access !== 'public') return access
  const isTrash = listing !== undefined && 'trash' in (request.query as object)
  return isTrash || (publicView && bearer(request) !== undefined) ? 'staff' : 'public'
}

/** Throws a 429 or 503 for an export if too many run: of the user, or without a session of the address. */
async function limitExport(guard: Guard, { caller, deadline }: Admission, access: Access, request: FastifyRequest, reply: FastifyReply) {
  const isNamed = guard.isOpen(access) && bearer(request) !== undefined
  const user = caller ?? (isNamed ? await guard.authorize('signed in', request, guard.db).catch(() => undefined) : undefined)
  // The end of an export that began after its caller had left would never come.
  deadline.check()
  reply.raw.once('close', user ? guard.staffExports.begin(user._id) : guard.exports.begin(networkOf(request.ip)))
}

function tableOf({ path, answer }: Endpoint, { trash }: ListRequest) {
  const { element } = (answer as z.ZodMiniArray<z.ZodMiniObject>)._zod.def
  return { name: path.split('/').at(-1) ?? '', fields: tableFields(element, trash) }
}

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

function oneBytes({ contentEtag = false, altFields = [] }: Endpoint, answer: Answer<Endpoint>, reply: FastifyReply): Bytes {
  const version = versionOf(answer)
  const body = String(reply.serialize(answer))
  if (version === undefined) return bytesOf(reply, body, json)
  const hasAlts = altFields.some((field) => (answer as Record<string, unknown>)[field] !== undefined)
  return bytesOf(reply, body, json, contentEtag || hasAlts ? versionTag(version, body) : `"${version}"`)
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

/** The most entries of a list in a body: a schema looks at each of them before it counts. */
const longestList = 1_000
/** The most fields that a refusal names, and the most characters of each name. */
const mostNamed = 20
const longestName = 100

/** Returns the validated part of a request. Throws a 422 that names the first invalid fields. */
export function read(schema: z.ZodMiniType, given: unknown, part: 'params' | 'query' | 'body'): unknown {
  const tooLong = part === 'body' ? fieldTooLong(given) : undefined
  if (tooLong !== undefined) throw invalid({ [tooLong]: `A list has at most ${longestList.toLocaleString('en')} entries.` })
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  if (part === 'params') throw new HttpError(404, 'not_found', 'There is no record with this id.')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues.slice(0, mostNamed)) {
    const { path, message } = issue
    if (issue.code === 'unrecognized_keys') for (const name of issue.keys.slice(0, mostNamed)) fields[name.slice(0, longestName)] = message
    // The first message about a field is kept. An index stays: `images.2`.
    if (path.length > 0) fields[path.join('.')] ??= message
  }
  throw new HttpError(422, 'invalid', Object.values(fields)[0] ?? 'Send a JSON object with the fields of this call.', { fields })
}

/** Returns the field with the first list of too many entries, at any depth. */
function fieldTooLong(given: unknown): string | undefined {
  const waiting: [field: string, value: unknown][] = [['body', given]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value) && value.length > longestList) return field
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'object') waiting.push([value === given ? name.slice(0, longestName) : field, inner])
  }
  return undefined
}
