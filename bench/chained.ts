import { join } from 'node:path'
import { today } from '#contract/dates.ts'
import { product } from '#scripts/setup/product.js'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/product.ts'
import { fill } from './chain.ts'
import { type Launch, launch, type Running } from './process.ts'

const password = 'popcorn-and-velvet'

export type Chain = Running & {
  /** A signed-in person's `Authorization`. */
  authorization: string
}

/** The product as a process of its own, its data in `folder` (or in the empty database at `databaseUrl`), with that many films and its log on. */
export async function launchChain(folder: string, films: number, databaseUrl = '', extra: Launch = {}): Promise<Chain> {
  if (films > 0) await fillEmpty(folder, films, databaseUrl)
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, LOG_LEVEL: 'info' }
  const running = await launch(product, { env, log: join(folder, 'log'), ...extra })
  const signedIn = await fetch(`${running.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  return { ...running, authorization: `Bearer ${token}` }
}

async function fillEmpty(dataDir: string, movies: number, databaseUrl: string) {
  const config = { ...readConfig({}), dataDir, databaseUrl: databaseUrl || undefined, adminPassword: password, logLevel: 'silent' }
  const product = await openProduct(config)
  await fill(product.db, { movies, images: 100, bookings: 20_000 })
  await product.close()
}

/** The bookings of a day that are pending or confirmed. */
export const bookingsOfToday = `/api/bookings?date=${today()}..${today()}&status=0&status=1&limit=50`
