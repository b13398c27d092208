import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contract/endpoint.ts'
import { mostCounted } from '#contract/listing.ts'
import { type Bytes, bytesOf, json } from './bytes.ts'
import { contentTag } from './etag.ts'

/** Returns a page as a bare array; headers carry the total and the address of the next page (RFC 8288). */
export function pageBytes({ items, total, next }: Page<unknown>, request: FastifyRequest, reply: FastifyReply): Bytes {
  reply.headers(totalHeaders(total))
  if (next !== undefined) reply.header('link', `<${addressOf(request, { after: next })}>; rel="next"`)
  const body = String(reply.serialize(items))
  return bytesOf(reply, body, json, `W/${contentTag(`${total} ${next ?? ''}\n${body}`)}`)
}

/** The headers with the total, as far as it is counted. */
export const totalHeaders = (total: number) =>
  total > mostCounted ? { 'x-total-count': mostCounted, 'x-total-count-relation': 'gte' } : { 'x-total-count': total }

/** Returns the requested address with some parameters replaced. */
function addressOf(request: FastifyRequest, changes: Record<string, string>): string {
  const [path, query] = request.url.split('?')
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) search.set(name, value)
  return `${path}?${search}`
}
