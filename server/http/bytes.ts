import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor } from './encodings.ts'
import { contentTag, isKnown } from './etag.ts'
import { strictTransport } from './security.ts'
import { checkUnread } from './unread.ts'

/** An answer to GET as it goes over the wire, made once for all callers. */
export type Bytes = {
  /** Alternating header names and values, without those that depend on the caller: the request id and the encoding of the body. */
  head: readonly string[]
  type: string
  etag: string
  plain: Buffer
  /** The forms that were sent before, ready to be sent again. */
  forms: Partial<Record<Encoding | 'plain', Form>>
}

/** The answer in one encoding, and the 304 for callers that have it already. */
type Form = { etag: string; unchanged: Sendable; whole: Sendable | Promise<Sendable> }

type Sendable = { status: 200 | 304; head: readonly string[]; body?: Buffer }

/** The headers that differ from caller to caller. */
type Sent = { requestId: string; isTls: boolean }

/** In bytes: a smaller answer fits into one packet uncompressed. */
const leastToEncode = 1_400

/** Fast levels, because a caller waits: the highest levels take ten times as long and save a tenth. */
const encoders: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) =>
    promisify(brotliCompress)(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  gzip: promisify(gzip),
}

export const json = 'application/json; charset=utf-8'

/** Returns `body` ready to send, with the headers that the reply has so far. The default `etag` is derived from the content. */
export function bytesOf(reply: FastifyReply, body: string, type: string, etag = contentTag(body)): Bytes {
  const { 'x-request-id': _, 'strict-transport-security': __, ...headers } = reply.getHeaders()
  const head = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
  return { head, type, etag, plain: Buffer.from(body), forms: {} }
}

/** Sends the bytes past Fastify, which has nothing left to add to them. */
export function replyWith(bytes: Bytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  sendBytes(bytes, request.raw, reply.raw, { requestId: request.id, isTls: request.protocol === 'https' })
  return reply
}

/** Sends the bytes in the caller's preferred encoding, or a 304 to a caller that has them already. */
function sendBytes(bytes: Bytes, { headers }: IncomingMessage, response: ServerResponse, sent: Sent): void {
  const encoding = bytes.plain.length < leastToEncode ? undefined : encodingFor(headers['accept-encoding'], () => true)
  const name = encoding ?? 'plain'
  bytes.forms[name] ??= formOf(bytes, encoding)
  const { etag, unchanged, whole } = bytes.forms[name]
  if (isKnown(headers['if-none-match'], etag)) send(unchanged, response, sent)
  else if (whole instanceof Promise) {
    whole
      .then((encoded) => send(encoded, response, sent))
      .catch((error) => {
        // The encoding is tried again for the next caller: memory may have been short, for example.
        delete bytes.forms[name]
        response.destroy(error)
      })
  } else send(whole, response, sent)
}

function formOf({ head, type, etag: own, plain }: Bytes, encoding: Encoding | undefined): Form {
  // A compressed answer has other bytes, so its entity tag is weak (RFC 9110, 8.8.3.3).
  const etag = encoding && !own.startsWith('W/') ? `W/${own}` : own
  const unchanged: Sendable = { status: 304, head: [...head, 'etag', etag] }
  const described = [...head, 'etag', etag, 'content-type', type, ...(encoding ? ['content-encoding', encoding] : [])]
  const wholeOf = (body: Buffer): Sendable => ({
    status: 200,
    head: [...described, 'content-length', String(body.length)],
    body,
  })
  return { etag, unchanged, whole: encoding ? encoders[encoding](plain).then(wholeOf) : wholeOf(plain) }
}

function send({ status, head, body }: Sendable, response: ServerResponse, { requestId, isTls }: Sent) {
  response.writeHead(status, [...head, ...(isTls ? strictTransport : []), 'x-request-id', requestId])
  response.end(body)
  checkUnread(response)
}
