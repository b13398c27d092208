import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingFor } from './encodings.ts'
import { contentTag, isKnown } from './etag.ts'
import { strictTransport } from './security.ts'
import { checkUnread } from './unread.ts'

/** An answer to GET as it goes over the wire, made once for everybody who asks for it. */
export type Bytes = {
  /** Names and values in turns, without what goes by the caller: the id of the request, and how the body is encoded. */
  head: readonly string[]
  type: string
  etag: string
  plain: Buffer
  /** What was sent before is there already. */
  forms: Partial<Record<Encoding | 'plain', Form>>
}

/** The answer in one encoding, and what those get who have it already. */
type Form = { etag: string; unchanged: Sendable; whole: Sendable | Promise<Sendable> }

type Sendable = { status: 200 | 304; head: readonly string[]; body?: Buffer }

/** What differs from caller to caller. */
type Sent = { requestId: string; isTls: boolean }

/** Fewer bytes fit into one packet as they are. */
const leastToEncode = 1_400

/** Quick, because somebody waits for it: the highest levels take ten times as long for a tenth less. */
const encoders: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) =>
    promisify(brotliCompress)(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
  gzip: promisify(gzip),
}

export const json = 'application/json; charset=utf-8'

/** `body` as it will be sent, with the headers that the reply has by now; its content is its entity tag where it has no other. */
export function bytesOf(reply: FastifyReply, body: string, type: string, etag = contentTag(body)): Bytes {
  const { 'x-request-id': _, 'strict-transport-security': __, ...headers } = reply.getHeaders()
  const head = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
  return { head, type, etag, plain: Buffer.from(body), forms: {} }
}

/** Sends it past Fastify, which has made everything of it that there is to make. */
export function replyWith(bytes: Bytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  sendBytes(bytes, request.raw, reply.raw, { requestId: request.id, isTls: request.protocol === 'https' })
  return reply
}

/** Sends it, encoded as the caller likes it; 304 for a caller who has it already. */
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
        // Whoever comes next may have more luck: memory was short, for one.
        delete bytes.forms[name]
        response.destroy(error)
      })
  } else send(whole, response, sent)
}

function formOf({ head, type, etag: own, plain }: Bytes, encoding: Encoding | undefined): Form {
  // Byte for byte it is another answer (RFC 9110, 8.8.3.3).
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
