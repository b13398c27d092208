import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that fails as networks do. `url` is the target's address through the proxy. */
export type Proxy = AsyncDisposable & {
  url: string
  /** Current connections stay open but carry nothing from now on. */
  swallow(): void
  /** New connections carry nothing from now on, until `false`. */
  swallowNew(on: boolean): void
  /** The next data that contains `words` still arrives. Its answer is lost, and the connection ends. */
  loseAnswerTo(words: string): void
}

export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const swallowed = new Set<Socket>()
  const open = new Set<Socket>()
  let swallowsNew = false
  let words: string | undefined

  const server = createServer((caller) => {
    const called = connect(Number(port), hostname)
    let losesAnswer = false
    if (swallowsNew) swallowed.add(caller)
    for (const socket of [caller, called]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    caller.on('data', (bytes) => {
      if (swallowed.has(caller)) return
      if (words !== undefined && bytes.includes(words)) {
        losesAnswer = true
        words = undefined
      }
      called.write(bytes)
    })
    called.on('data', (bytes) => {
      if (losesAnswer) caller.destroy()
      else if (!swallowed.has(caller)) caller.write(bytes)
    })
    caller.on('close', () => called.destroy())
    called.on('close', () => swallowed.has(caller) || caller.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(target)
  const address = server.address()
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    swallow: () => {
      for (const socket of open) swallowed.add(socket)
    },
    swallowNew: (on) => {
      swallowsNew = on
    },
    loseAnswerTo: (lost) => {
      words = lost
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
