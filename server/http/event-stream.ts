import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export const eventStreamType = 'text/event-stream; charset=utf-8'

/** In bytes: a client with more unread bytes is disconnected, and can ask again for the events that it missed. */
const mostUnread = 64 * 1024

/** A stream of server-sent events that bypasses Fastify. `send` returns nothing, and sends nothing to a client that has left. */
export type EventStream = { send(event: { id: number; data: object }): void; beat(): void; end(): void }

/** Turns the reply into a stream of events. `closed` is called once, however the stream ends. The headers forbid proxies to buffer or compress it. */
export function eventStream(reply: FastifyReply, closed: () => void): EventStream {
  const response = reply.raw
  // A response that is closed already emits no further `close` event.
  if (response.destroyed) process.nextTick(closed)
  else response.once('close', closed)
  reply.hijack()
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': eventStreamType,
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  return {
    send: ({ id, data }) => write(response, `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(response, ': true\n\n'),
    end: () => response.end(),
  }
}

function write(response: ServerResponse, text: string) {
  if (response.writableEnded || response.destroyed) return
  response.write(text)
  if (response.writableLength > mostUnread) response.destroy()
}
