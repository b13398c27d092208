import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Message } from '#contract/live.ts'

export type Listening = Awaited<ReturnType<typeof listen>>

/** Opens a stream of server-sent events and gathers what it says. `port` is that of the server, `query` what stands in its address. */
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

  /** Waits until it holds, at most so many milliseconds; whether it does. */
  async function until(holds: () => boolean, most = 5_000): Promise<boolean> {
    for (const end = performance.now() + most; performance.now() < end && !holds(); ) await pause(10)
    return holds()
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    /** Everything that it said, as it came. */
    text: () => text,
    isOver: () => isOver,
    lastId: () =>
      text
        .match(/^id: (\d+)$/gm)
        ?.at(-1)
        ?.slice(4) ?? '',
    /** Of one collection, all messages together. */
    moved: (resource: string) => messages().flatMap(({ moved = [] }) => moved.filter((each) => each.resource === resource)),
    until,
    over: () => until(() => isOver),
    close: () => response.destroy(),
    /** Stops reading, as a browser does whose machine has stopped. */
    stall: () => response.pause(),
  }
}

/** The port of an app, which listens from now on. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
