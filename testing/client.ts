import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * Returns a client that calls a server through a real socket. `open` returns the port, and is called before the first request. An object is sent as
 * JSON.
 */
export function client(app: FastifyInstance, open = () => portOf(app)) {
  const agent = new Agent({ keepAlive: true })
  let opening: Promise<number> | undefined

  async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
    opening ??= open()
    const port = await opening
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
    const sent = isJson ? JSON.stringify(body) : (body as string | Buffer | undefined)
    const all = {
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
      ...(sent && { 'content-length': Buffer.byteLength(sent) }),
    }
    return new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, method, headers: all, agent }, async (response) => {
        response.setEncoding('utf8')
        let text = ''
        try {
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        } catch (error) {
          reject(error)
        }
      })
      asking.on('error', reject)
      asking.end(sent)
    })
  }

  return { send, close: () => agent.destroy() }
}

/** Returns the port of an app, and starts listening if necessary. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
