import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Access } from '#contract/access.ts'
import type { Answer, Endpoint, Endpoints, Handled, Page, Received } from '#contract/endpoint.ts'
import { mostItems } from '#contract/fields.ts'
import type { Person } from '#contract/session.ts'
import { Refusal } from '#server/refusals.ts'
import { withDeadline } from './deadline.ts'
import type { Guard } from './guard.ts'

/** What every handler gets besides the validated parts of the request. */
export type Call = {
  /** The version that `If-Match` asks for; `undefined` where any will do. */
  expected: number | undefined
  /** Aborted when the caller is gone or has been told that it took too long: then nothing may be committed. */
  deadline: AbortSignal
  request: FastifyRequest
}

type CallerOf<A extends Access> = A extends 'staff' | 'super user' ? Person : Person | undefined
type Handler<E extends Endpoint> = (input: Received<E> & Call & { caller: CallerOf<E['access']> }) => Promise<Handled<E>> | Handled<E>

/** One handler for each endpoint of the contract: a missing or extra one doesn't compile. */
export type Handlers<C extends Endpoints> = { [Name in keyof C]: Handler<C[Name]> }

/** In milliseconds; the browser gives up 2 and 5 seconds later, so it never gives up on something that is then stored. */
const timeLimit = { json: 8_000, multipart: 25_000 }

/** Turns endpoints into routes: access first, then validation, then the handler, then an answer filtered by the contract. */
export function serve<C extends Endpoints>(app: FastifyInstance, guard: Guard, contract: C, handlers: Handlers<C>): void {
  for (const name of Object.keys(contract)) {
    const endpoint: Endpoint = contract[name] as C[string]
    route(app, guard, endpoint, handlers[name] as unknown as Handler<Endpoint>)
  }
}

function route(app: FastifyInstance, guard: Guard, endpoint: Endpoint, handle: Handler<Endpoint>) {
  const callers = new WeakMap<FastifyRequest, Person | undefined>()
  const answer = jsonSchema(endpoint.answer)
  const limit = endpoint.multipart ? timeLimit.multipart : timeLimit.json
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: endpoint.status === 204 ? {} : { response: { [endpoint.status ?? 200]: answer, 412: refusedWith(answer) } },
    onRequest: async (request) => {
      callers.set(request, await guard(endpoint.access, request))
    },
    handler: async (request, reply) => {
      const input = {
        params: endpoint.params && read(endpoint.params, request.params, 'params'),
        query: endpoint.query && read(endpoint.query, request.query, 'query'),
        body: endpoint.body && read(endpoint.body, request.body, 'body'),
        caller: callers.get(request),
        expected: expectedVersion(request),
        request,
      }
      const handled = await withDeadline(reply, limit, (deadline) => handle({ ...input, deadline } as never))
      reply.code(endpoint.status ?? 200)
      if (endpoint.status === 204) return reply.send()
      return endpoint.paged ? sendPage(handled as Page<unknown>, request, reply) : sendOne(handled, reply)
    },
  })
}

function sendOne(answer: Answer<Endpoint>, reply: FastifyReply) {
  const version = (answer as { version?: unknown } | null)?.version
  if (typeof version === 'number') reply.header('etag', `"${version}"`)
  return reply.send(answer)
}

/** The bare array, with the total and the address of what comes after it (RFC 8288) in headers. */
function sendPage({ items, total }: Page<unknown>, request: FastifyRequest, reply: FastifyReply) {
  const { limit = mostItems, offset = 0, ...filters } = request.query as Record<string, string | undefined>
  const next = Number(offset) + items.length
  reply.header('x-total-count', total)
  if (next < total && items.length > 0) {
    const search = new URLSearchParams({ ...(filters as Record<string, string>), limit: String(limit), offset: String(next) })
    reply.header('link', `<${request.routeOptions.url}?${search}>; rel="next"`)
  }
  return reply.send(items)
}

/** An entity tag that no version can be, `*` and an absent header aside, gives a number that never matches (RFC 9110, 13.1.1). */
function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  // A proxy that compresses turns a tag into a weak one.
  return Number(/^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1] ?? Number.NaN)
}

function read(schema: z.ZodMiniType, given: unknown, part: 'params' | 'query' | 'body'): unknown {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  if (part === 'params') throw new Refusal(404, 'not_found', 'There is no record with this id.')
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    // The first complaint about a field is the one to mend first. An index stays: `images.2`.
    if (path.length > 0) fields[path.join('.')] ??= message
  }
  throw new Refusal(422, 'invalid', Object.values(fields)[0] ?? 'Send a JSON object with the fields of this call.', { fields })
}

function jsonSchema(schema: z.ZodMiniType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema)
  return json
}

const refusedWith = (current: object) => ({
  type: 'object',
  properties: { error: { type: 'string' }, code: { type: 'string' }, requestId: { type: 'string' }, current },
})
