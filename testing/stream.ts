import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Message } from '#contract/live.ts'

export type Listening = Awaited<ReturnType<typeof listen>>

/** Opens a stream of server-sent events and collects its data. `port` is the server's, `query` the query of the address. */
export async function listen(port: number, token: string, query = 'since=0', headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: `/api/live?${query}`, agent: false as const }
    get({ ...options, headers: { authorization: `Bearer ${token}`, ...headers } }, resolve).on('error', reject)
  })
  let text = ''
  let isOver = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  response.on('error', () => {})
  response.on('close', () => {
    isOver = true
  })
  const messages = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Message)

  /** Waits until `holds` is true, at most `most` milliseconds. Returns whether it is. */
  async function until(holds: () => boolean, most = 20_000): Promise<boolean> {
    for (const end = performance.now() + most; performance.now() < end && !holds(); ) await pause(10)
    return holds()
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    /** All data so far, as received. */
    text: () => text,
    isOver: () => isOver,
    lastId: () =>
      text
        .match(/^id: (\d+)$/gm)
        ?.at(-1)
        ?.slice(4) ?? '',
    /** Returns the changes of one collection in all messages. */
    moved: (resource: string) => messages().flatMap(({ moved = [] }) => moved.filter((each) => each.resource === resource)),
    until,
    over: () => until(() => isOver),
    close: () => response.destroy(),
    /** Stops reading, like a browser on a suspended machine. */
    stall: () => response.pause(),
  }
}

/** Returns the port of an app, and starts listening if necessary. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
