import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { HttpError } from '#server/errors.ts'
import { refusedBody } from './error-handler.ts'
import type { Headers } from './security.ts'

/** Ends a connection whose request never reaches a route. `reason` is the code of Node's parser or of its server. */
export type RefuseConnection = (socket: Duplex, reason: string | undefined) => void

/**
 * Answers requests that Node's parser refuses, which neither Fastify's hooks nor its error handler see, with the `headers` and the
 * body of every other refusal.
 */
export function unreadable(server: Server, headers: Headers, log: FastifyBaseLogger): RefuseConnection {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', ({ socket }, response) => answers.set(socket, response))

  const isAnswered = (socket: Duplex) => {
    const answer = answers.get(socket)
    return answer?.headersSent === true && !(answer.writableFinished && answer.req.complete)
  }

  return (socket, reason = 'unknown') => {
    // Node removes its listeners after CONNECT, and an unhandled `error` event would end the process.
    socket.on('error', () => socket.destroy())
    // A request with an answer, or its beginning, gets no second one. A silent connection gets no answer either: browsers connect in advance.
    if (!socket.writable || isAnswered(socket) || ('bytesRead' in socket && socket.bytesRead === 0)) return void socket.destroy()
    const refusal = refusals[reason] ?? malformed
    const requestId = randomUUID()
    const body = JSON.stringify(refusedBody(refusal, requestId))
    const head = {
      ...headers,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      date: new Date().toUTCString(),
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'), () => socket.destroy())
    log.info({ requestId, status: refusal.status, reason }, 'refused an unreadable request')
  }
}

const malformed = new HttpError(400, 'malformed', 'This is not a valid HTTP request.')

const refusals: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'timeout', 'The request took too long to arrive. Please try again.'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'too_large', 'The address or the headers of this request are too long.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new HttpError(413, 'too_large', 'The request is too large.'),
}
