import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many new connections may wait while the server is busy. A connection beyond that learns it only from its own timeout. */
const backlog = 4096

/**
 * Listens at `host` and `port`, at every address of `localhost`. Fastify would create a separate server for the second address, without
 * the limits of the first. Call it before the first request. Throws the system's errors, such as `EADDRINUSE`.
 */
export async function listen(app: FastifyInstance, host: string, port: number, addresses = addressesOf): Promise<void> {
  const [first = host, ...more] = await addresses(host)
  const others: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => new Promise((resolve) => other.close(resolve))))
  })
  app.addHook('onClose', async () => {
    await closed
  })
  await app.listen({ host: first, port, backlog, listenTextResolver: () => 'listening' })
  const main = app.server.address()
  if (main === null || typeof main === 'string') return
  for (const address of more) others.push(...(await listenBeside(app, address, main.port)))
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

/** The system's error codes for an address, or a kind of address, that the machine doesn't have. */
const notThere = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Passes connections at another address to the app's own server. Returns no server if the machine lacks the address. */
async function listenBeside(app: FastifyInstance, host: string, port: number): Promise<Server[]> {
  const other = createServer({ noDelay: true }, (socket: Socket) => app.server.emit('connection', socket))
  try {
    await once(other.listen({ host, port, backlog }), 'listening')
    return [other]
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code)) return []
    throw error
  }
}
