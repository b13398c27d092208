import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export const eventStreamType = 'text/event-stream; charset=utf-8'

/** A reader who lets so many bytes lie is dropped: what they missed they can ask for once more. */
const mostUnread = 64 * 1024

/** Where server-sent events go, past Fastify. `send` answers nothing: whoever is gone hears nothing. */
export type EventStream = { send(event: { id: number; data: object }): void; beat(): void; end(): void }

/** Turns the reply into a stream of events; `closed` is called once, however that comes. No proxy is to gather or pack them. */
export function eventStream(reply: FastifyReply, closed: () => void): EventStream {
  const response = reply.raw
  // A response that is closed already doesn't say so again.
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
