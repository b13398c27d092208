import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many new connections may wait while the server is busy with others; one too many would be told so only by its own timeout. */
const backlog = 4096

/**
 * Listens at `host` and `port`, at every address that `localhost` has: Fastify would make a server of its own for its second one, which
 * knows nothing of the first one's limits. To be called before the first request. Throws what the system reports, such as `EADDRINUSE`.
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

/** What the system says where a machine has no such address, or no such kind of address, after all. */
const notThere = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Hands whoever connects there to the server itself, where there is such an address. */
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
