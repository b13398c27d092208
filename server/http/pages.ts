import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contract/endpoint.ts'
import { isKnown } from './etag.ts'

/** The bare array, with the total and the address of what comes after it (RFC 8288) in headers; 304 for whoever has it already. */
export function sendPage({ items, total, next }: Page<unknown>, request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-total-count', total)
  if (next !== undefined) reply.header('link', `<${addressOf(request, { after: next })}>; rel="next"`)
  const body = reply.serialize(items)
  const etag = `W/"${createHash('sha256')
    .update(`${total} ${next ?? ''}\n${body}`)
    .digest('base64url')
    .slice(0, 27)}"`
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** The address that was asked for, with another value for some of its parameters. */
function addressOf(request: FastifyRequest, changes: Record<string, string>): string {
  const search = new URLSearchParams(request.url.split('?')[1])
  for (const [name, value] of Object.entries(changes)) search.set(name, value)
  return `${request.routeOptions.url}?${search}`
}
