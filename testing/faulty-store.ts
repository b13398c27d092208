import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What a store does wrong: it is `gone` (no connection comes about), `silent` (no answer), `stuck` (half of the body, then nothing), `short`
 * (half of it, then the end), `cut` (half of it, and a length that says so), `long` (a length that never comes), `busy`
 * (503), or `lost` (it has no such object).
 */
export type Fault = 'gone' | 'silent' | 'stuck' | 'short' | 'cut' | 'long' | 'busy' | 'lost'

/** A real S3 server behind a proxy that fails the way stores do. */
export type FaultyStore = AsyncDisposable & {
  /** The address of the same store through it. */
  url: string
  /** Each request that came, as `GET /bucket/name`. */
  asked: string[]
  /** The next requests with that method fail so, `times` of them. */
  fail(fault: Fault, how?: { method?: string; times?: number }): void
  /** All is well again. */
  heal(): void
}

/** `url` is a `MEDIA_URL` with an endpoint. What it lists is older by `age` milliseconds than it is. */
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

/** Hands a request on as it is, since its signature holds for it, and the answer back, as the fault says. */
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

/** The same list, or anything else as it is. */
function aged(body: Buffer, age: number): Buffer {
  if (age === 0 || !body.includes('<LastModified>')) return body
  const older = (time: string) => new Date(Date.parse(time) - age).toISOString()
  return Buffer.from(body.toString().replace(/(?<=<LastModified>)[^<]+/g, older))
}
