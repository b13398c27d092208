import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '#server/http/node-http.ts'
import { WrongSetting } from '#server/wrong-setting.ts'
import type { Metrics } from './metrics.ts'
import { watchProcess } from './process.ts'
import { contentType } from './text.ts'

/**
 * Answers `/metrics` at an address of its own, for nobody who comes through the door that people use. It ends with the process, or by `stop`.
 * Throws `WrongSetting` where it can't listen there.
 */
export async function serveMetrics(metrics: Metrics, at: { host: string; port: number }): Promise<{ port: number; stop: () => void }> {
  const watch = watchProcess()
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isAsked) return response.writeHead(404).end()
    const told = await metrics.text().catch(() => undefined)
    if (told === undefined) response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': contentType }).end(`${told}${watch.text()}\n`)
  })
  await listening(server, at)
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      watch.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new WrongSetting(`METRICS_HOST and METRICS_PORT name a place where it can't listen: ${host}, port ${port} (${code}).`)),
    )
    server.listen({ host, port }, resolve)
  })
}
