import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WrongSetting } from '#server/errors.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `/metrics` at an address of its own, never at the address of the API. The server ends with the process, or with `stop`.
 * Throws `WrongSetting` if it can't listen there.
 */
export async function serveMetrics(metrics: Metrics, at: { host: string; port: number }): Promise<{ port: number; stop: () => void }> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isAsked) return response.writeHead(404).end()
    const text = await metrics.registry.metrics().catch(() => undefined)
    if (text === undefined) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })
  await listening(server, at)
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new WrongSetting(`METRICS_HOST and METRICS_PORT can't be used: ${host}, port ${port} (${code}).`)),
    )
    server.listen({ host, port }, resolve)
  })
}
