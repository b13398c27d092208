import { join } from 'node:path'
import { freePort } from '#scripts/free-port.js'
import { startHaproxy } from './haproxy.ts'
import { processes, type Running } from './process.ts'
import { startPair } from './standby.ts'
import { someStore } from './store.ts'

/**
 * Starts the three-server installation of docs/deploying.md. Each server is a process with its own folder behind HAProxy (`url`). PostgreSQL's
 * commits wait for a standby (`pair`), and the pictures are in a store (`store`). `startAt` restarts server 0, 1 or 2 at its place. `startBeside`
 * starts another server that the proxy doesn't know.
 */
export async function startStack() {
  await using started = new AsyncDisposableStack()
  const store = await someStore()
  const pair = started.use(await startPair())
  const { folder, start, launch, end } = await processes()
  started.defer(end)
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const settings = { DATABASE_URL: pair.url, ...store.settings, LOG_LEVEL: 'silent', TRUST_PROXY: '1', DRAIN_SECONDS: '1' }
  const startAt = (nth: number): Promise<Running> =>
    start({ ...settings, DATA_DIR: join(folder, `server ${nth}`), PORT: String(ports[nth]) })
  let besides = 0
  const startBeside = (own: Record<string, string> = {}, beside?: string): Promise<Running> =>
    start({ ...settings, DATA_DIR: join(folder, `beside ${besides++}`), ...own }, beside === undefined ? {} : { beside })
  const servers = await Promise.all([0, 1, 2].map(startAt))
  const { url } = started.use(await startHaproxy(ports))
  const kept = started.move()
  return { url, servers, startAt, startBeside, launch, pair, store, end: () => kept.disposeAsync() }
}
