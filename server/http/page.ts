import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contract/endpoint.ts'
import { mostItems } from '#contract/fields.ts'

/** An answer ends with the item that takes it past this many bytes: a thousand of the longest records would take 60 MB. */
const mostBytes = 4_000_000

/** The bare array, with the total and the address of what comes after it (RFC 8288) in headers. */
export function sendPage({ items, total }: Page<unknown>, request: FastifyRequest, reply: FastifyReply) {
  const { limit = mostItems, offset = 0, ...filters } = request.query as Record<string, string | undefined>
  const page = firstOf(items, mostBytes)
  const next = Number(offset) + page.length
  reply.header('x-total-count', total)
  if (next < total && page.length > 0) {
    const search = new URLSearchParams({ ...(filters as Record<string, string>), limit: String(limit), offset: String(next) })
    reply.header('link', `<${request.routeOptions.url}?${search}>; rel="next"`)
  }
  return reply.send(page)
}

/** As many items from the beginning as make `most` bytes of JSON, the one that passes it included. */
function firstOf(items: unknown[], most: number): unknown[] {
  let bytes = 0
  const last = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes >= most
  })
  return last === -1 ? items : items.slice(0, last + 1)
}
