import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The faults of a store. `gone`: no connection. `silent`: no answer. `stuck`: half of the body, then nothing. `short`: half of the body, then the
 * end. `cut`: half of the body, with a matching length. `long`: a length larger than the body. `busy`: 503. `lost`: no such object.
 */
export type Fault = 'gone' | 'silent' | 'stuck' | 'short' | 'cut' | 'long' | 'busy' | 'lost'

/** A real S3 server behind a proxy that fails as stores do. */
export type FaultyStore = AsyncDisposable & {
  /** The address of the store through the proxy. */
  url: string
  /** The requests so far, as `GET /bucket/name`. */
  asked: string[]
  /** Makes the next `times` requests with that method fail in this way. */
  fail(fault: Fault, how?: { method?: string; times?: number }): void
  /** Ends all faults. */
  heal(): void
}

/** Starts the proxy. `url` is a `MEDIA_URL` with an endpoint. Objects in lists appear older by `age` milliseconds. */
export async function faultyStore(url: string, age = 0): Promise<FaultyStore> {
  const endpoint = new URL(new URL(url).searchParams.get('endpoint') ?? '')
  const asked: string[] = []
  let failing: { fault: Fault; method: string | undefined; left: number } | undefined

  const server = createServer((caller, answer) => {
    asked.push(`${caller.method} ${caller.url}`)
    const isFailing = failing !== undefined && failing.left > 0 && (failing.method ?? caller.method) === caller.method
    if (!failing || !isFailing) return pass(caller, answer, endpoint, age)
    failing.left--
    const { fault } = failing
    if (fault === 'gone') caller.socket.destroy()
    else if (fault === 'busy') answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    else if (fault === 'lost') answer.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else if (fault !== 'silent') pass(caller, answer, endpoint, age, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: url.replace(endpoint.host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
    fail: (fault, { method, times = Number.POSITIVE_INFINITY } = {}) => {
      failing = { fault, method, left: times }
    },
    heal: () => {
      failing = undefined
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Forwards a request unchanged, because its signature must stay valid, and returns the answer with the fault. */
function pass(caller: IncomingMessage, answer: ServerResponse, { hostname, port }: URL, age: number, fault?: Fault) {
  const { method, url: path, headers } = caller
  const called = request({ hostname, port, method, path, headers, agent: false }, async (reply) => {
    const body = aged(Buffer.concat(await reply.toArray()), age)
    const half = body.subarray(0, Math.floor(body.length / 2))
    const sent = fault === undefined || fault === 'long' ? body : half
    const length = { cut: half.length, long: body.length + 1 }[String(fault)] ?? body.length
    const { 'transfer-encoding': _, connection: __, ...described } = reply.headers
    answer.writeHead(reply.statusCode ?? 0, { ...described, 'content-length': length })
    if (method === 'HEAD' || sent.length === length) answer.end(sent)
    else answer.write(sent, () => fault === 'short' && caller.socket.destroySoon())
  })
  called.on('error', () => caller.socket.destroy())
  caller.pipe(called)
}

/** Returns a list with older times; any other body is returned unchanged. */
function aged(body: Buffer, age: number): Buffer {
  if (age === 0 || !body.includes('<LastModified>')) return body
  const older = (time: string) => new Date(Date.parse(time) - age).toISOString()
  return Buffer.from(body.toString().replace(/(?<=<LastModified>)[^<]+/g, older))
}
