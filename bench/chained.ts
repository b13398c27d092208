import { join } from 'node:path'
import { today } from '#contract/dates.ts'
import { product } from '#scripts/setup/product.js'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'
import { fill } from './chain.ts'
import { bytesOf, type Load } from './load.ts'
import { type Launch, launch, type Running } from './process.ts'

const password = 'popcorn-and-velvet'

export type Chain = Running & {
  /** The `Authorization` header of a signed-in user. */
  authorization: string
}

/** Starts the product as a process with its log on, and with `films` movies in `folder` or in the empty database at `databaseUrl`. */
export async function launchChain(folder: string, films: number, databaseUrl = '', extra: Launch = {}): Promise<Chain> {
  if (films > 0) await fillEmpty(folder, films, databaseUrl)
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, LOG_LEVEL: 'info', ...extra.env }
  const running = await launch(product, { log: join(folder, 'log'), ...extra, env })
  const signedIn = await fetch(`${running.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  return { ...running, authorization: `Bearer ${token}` }
}

/** Returns a load that creates one movie after another. */
export function storing({ authorization }: Pick<Chain, 'authorization'>): Load {
  let made = 0
  const film = () => ({
    title: `Nosferatu ${made++}`,
    genre: 'Horror',
    image: '',
    description: 'A count travels by ship to a sleeping harbour town, and the plague travels with him. '.repeat(3),
    trailerUrl: 'https://www.youtube.com/embed/FC6jFoYm3xs',
  })
  return { request: () => bytesOf('POST', '/api/movies', { authorization }, JSON.stringify(film())), status: 201 }
}

let guests = 0

/** Returns a load that creates one booking after another in one branch, each for another guest. */
export async function booking({ url, authorization }: Chain): Promise<Load> {
  const [branch] = (await (await fetch(`${url}/api/branches?limit=1`)).json()) as { name: string }[]
  const evening = { branchName: branch?.name, date: today(), time: '19:30', status: 0 }
  const guest = () => ({ ...evening, fullName: `Guest ${++guests}`, phoneNumber: `0660 ${guests}` })
  return { request: () => bytesOf('POST', '/api/bookings', { authorization }, JSON.stringify(guest())), status: 201 }
}

async function fillEmpty(dataDir: string, movies: number, databaseUrl: string) {
  const config = { ...readConfig({}), dataDir, databaseUrl: databaseUrl || undefined, adminPassword: password, logLevel: 'silent' }
  const product = await openProduct(config)
  await fill(product.db, { movies, images: 100, bookings: 20_000 })
  await product.close()
}

/** The address of a day's pending and confirmed bookings. */
export const bookingsOfToday = `/api/bookings?date=${today()}..${today()}&status=0&status=1&limit=50`
