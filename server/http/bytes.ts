import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTag, isKnown } from './etag.ts'
import { strictTransport } from './security.ts'

/** An answer to GET as it goes over the wire, made once for everybody who asks for it. */
export type Bytes = {
  /** Names and values in turns, without what goes by the caller: the id of the request, and how the body is encoded. */
  head: readonly string[]
  type: string
  etag: string
  plain: Buffer
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

type Encoding = 'br' | 'gzip'

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
  return { head, type, etag, plain: Buffer.from(body), encoded: {} }
}

/** Sends it past Fastify, which has made everything of it that there is to make. */
export function replyWith(bytes: Bytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  sendBytes(bytes, request.raw, reply.raw, { requestId: request.id, isTls: request.protocol === 'https' })
  return reply
}

/** What goes by the request alone. */
type Sent = { requestId: string; isTls: boolean }

/** Sends it, encoded as the caller likes it; 304 for whoever has it already. Answers the status. */
export function sendBytes(bytes: Bytes, { headers }: IncomingMessage, response: ServerResponse, { requestId, isTls }: Sent): 200 | 304 {
  const encoding = bytes.plain.length < leastToEncode ? undefined : preferred(headers['accept-encoding'])
  // Byte for byte it is another answer (RFC 9110, 8.8.3.3).
  const etag = encoding && !bytes.etag.startsWith('W/') ? `W/${bytes.etag}` : bytes.etag
  const head = [...bytes.head, 'etag', etag, 'x-request-id', requestId, ...(isTls ? strictTransport : [])]
  if (isKnown(headers['if-none-match'], etag)) {
    response.writeHead(304, head).end()
    return 304
  }
  head.push('content-type', bytes.type)
  if (encoding) sendEncoded(bytes, encoding, response, head)
  else sendBody(response, head, bytes.plain)
  return 200
}

function sendEncoded({ plain, encoded }: Bytes, encoding: Encoding, response: ServerResponse, head: string[]) {
  encoded[encoding] ??= encoders[encoding](plain)
  encoded[encoding].then(
    (body) => sendBody(response, [...head, 'content-encoding', encoding], body),
    (error) => response.destroy(error),
  )
}

const sendBody = (response: ServerResponse, head: string[], body: Buffer) =>
  response.writeHead(200, [...head, 'content-length', String(body.length)]).end(body)

function preferred(accepted = ''): Encoding | undefined {
  if (brotli.test(accepted)) return 'br'
  return gzipped.test(accepted) ? 'gzip' : undefined
}

/** A coding with the weight 0 is one that the caller doesn't take (RFC 9110, 12.5.3). */
const brotli = /(^|,)\s*br\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/
const gzipped = /(^|,)\s*gzip\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/
