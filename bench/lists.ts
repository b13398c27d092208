import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type pg from 'pg'
import sharp from 'sharp'
import { resourceNames } from '#contract/all.ts'
import { usualCost } from '#server/auth/password-hash.ts'
import { readConfig } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import { mergeSegments } from '#server/lists/search-index.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { countLive } from '#server/records/repository.ts'
import { openProduct } from '#server/startup/product.ts'
import { createFirstUser } from '#server/users/first-user.ts'
import { createDatabase, onServer } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { fill, fillHistory, type Size, tidy } from './chain.ts'
import { bytesOf, keptConnection } from './load.ts'
import { questions } from './questions.ts'

const sizes: Record<'small' | 'large', Size> = {
  small: { movies: 1_000, images: 1_000, bookings: 1_000 },
  large: { movies: 100_000, images: 50_000, bookings: 1_000_000 },
}
/** V8's garbage collection hits one of twenty or thirty requests and takes longer than most lists. With 60 rounds, it isn't the p95. */
const rounds = 60
/** The limits of p95 in ms: of the large chain without writes, of the large chain with a commit before each query, and of the small chain. */
const bounds = { SQLite: 100, PostgreSQL: 150, withCommits: 250, small: 20 }
const password = 'popcorn-and-velvet'

const { BENCH_DATA: kept, BENCH_ONLY: only = '', BENCH_DATABASES: databases = 'sqlite postgres', BENCH_COMMITS: commits } = process.env
/**
 * Measures lists, searches, saves and uploads in a small and in a large chain, one request at a time and alternating: the ratio counts. SQLite comes
 * first, then PostgreSQL, a server of its own or the one at DATABASE_URL, where two databases are created. BENCH_DATA names a folder that keeps the
 * databases, because filling the large ones takes minutes. BENCH_ONLY is a part of the addresses to measure. BENCH_COMMITS=1 creates a movie before
 * each query.
 */
export async function compareChains(): Promise<void> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'moviebox-lists-')))
  try {
    if (databases.includes('sqlite')) await compare('SQLite', folder, async () => undefined)
    if (databases.includes('postgres')) await onPostgres(folder)
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(folder: string) {
  const { DATABASE_URL: given } = process.env
  if (given) return compare('PostgreSQL', folder, (size) => databaseOf(given, size))
  await using server = await startPostgres()
  await compare('PostgreSQL', folder, () => createDatabase(server.url))
}

/** Creates a database on the server. With a kept folder, the database is kept too. */
async function databaseOf(server: string, size: string): Promise<string> {
  if (kept === undefined) return createDatabase(server)
  const name = `bench_${size}`
  await onServer(server, `create database ${name}`).catch((error: pg.DatabaseError) => {
    // An earlier run has already created the database.
    if (error.code !== '42P04') throw error
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

type Chain = Awaited<ReturnType<typeof open>>

async function compare(name: 'SQLite' | 'PostgreSQL', folder: string, databaseFor: (size: string) => Promise<string | undefined>) {
  const small = await open(join(folder, `${name}-small`), 'small', await databaseFor('small'))
  const large = await open(join(folder, `${name}-large`), 'large', await databaseFor('large'))
  console.log(
    `\n${name}: median and p95 of ${rounds}, in ms; the ratio is that of p95\n\n| small |  | large |  | ratio | |\n| ---: | ---: | ---: | ---: | ---: | --- |`,
  )
  const missed: string[] = []
  const valuesOf = (chain: Chain) => async (path: string, filter: string) =>
    (await chain.ask({ url: `${path}/values/${filter}` })).json() as string[]
  for (const query of await questions(valuesOf(large))) {
    const before = commits ? changes['POST /api/movies'] : undefined
    await measure(query, ({ read }) => read(`${query}&limit=60`), before).catch(({ message }: Error) => missed.push(message))
  }
  for (const path of ['/api/movies', '/api/bookings', '/api/images']) {
    if (!path.includes(only)) continue
    const places = new Map([
      [small, await placeIn(small, path, 0)],
      [large, await placeIn(large, path, 0.9)],
    ])
    await measure(`${path}, a page at nine tenths of it`, (chain) => chain.read(places.get(chain) ?? path))
  }
  for (const [what, change] of Object.entries(changes)) await measure(what, change)
  if ('CSV'.includes(only)) await exportAll(large)
  console.log(missed.length === 0 ? '\nAll within the bounds.' : `\nBeyond the bounds: ${missed.length}\n${missed.join('\n')}`)
  await small.close()
  await large.close()

  function isBeyond(what: string, few: number[], many: number[]) {
    return p95(many) > (commits ? bounds.withCommits : bounds[name]) || (!commits && !(what in changes) && p95(few) > bounds.small)
  }

  /** Measures a result beyond the limits a second time, and keeps the better one for each chain: other work on the machine only adds time. */
  async function measure(
    what: string,
    ask: (chain: Chain) => Promise<unknown>,
    before = async (_chain: Chain): Promise<unknown> => undefined,
  ) {
    if (!what.includes(only)) return
    const measured = () =>
      inTurns({ before: () => before(small), ask: () => ask(small) }, { before: () => before(large), ask: () => ask(large) })
    let [few, many] = await measured()
    if (isBeyond(what, few, many)) {
      const again = await measured()
      ;[few, many] = [better(few, again[0]), better(many, again[1])]
    }
    const cells = [median(few), p95(few), median(many), p95(many), p95(many) / p95(few)].map((figure) => figure.toFixed(1).padStart(7))
    const line = `| ${cells.join(' | ')} | ${decodeURIComponent(what)} |`
    console.log(line)
    if (isBeyond(what, few, many)) missed.push(line)
  }
}

const better = (one: number[], other: number[]) => (p95(other) < p95(one) ? other : one)

async function open(dataDir: string, size: keyof typeof sizes, databaseUrl: string | undefined) {
  await mkdir(dataDir, { recursive: true })
  await prepare(dataDir, size, databaseUrl)
  const product = await openProduct({ ...readConfig({}), dataDir, databaseUrl, adminPassword: password, logLevel: 'silent' })
  const signedIn = await product.app.inject({ method: 'POST', url: '/api/login', payload: { username: 'admin', password } })
  const authorization = `Bearer ${(signedIn.json() as { token: string }).token}`

  async function ask(request: InjectOptions) {
    const answer = await product.app.inject({ ...request, headers: { ...request.headers, authorization } })
    if (answer.statusCode >= 300) throw new Error(`${request.url} was answered with ${answer.statusCode}: ${answer.body}`)
    return answer
  }

  const address = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const connection = keptConnection(address)
  let asked = 0
  /** Reads an address over a kept connection, as a client does. The spelling of the address changes each time, so no cached answer is returned. */
  async function read(url: string) {
    const status = await connection.send(bytesOf('GET', spelled(url, asked++), { authorization }))
    if (status !== 200) throw new Error(`${url} was answered with ${status}.`)
  }

  async function close() {
    connection.close()
    await product.close()
  }
  return { ...product, address, authorization, ask, read, close }
}

/** Returns the same address with some letters of `limit=60` percent-encoded, differently for each number up to 127. */
function spelled(url: string, variant: number): string {
  const spell = (letter: string, at: number) => ((variant >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)
  const written = [...'limit60'].map(spell)
  return url.replace('limit=60', `${written.slice(0, 5).join('')}=${written.slice(5).join('')}`)
}

/** Prepares the database before the product runs, whose background jobs would do the rest later. */
async function prepare(dataDir: string, size: keyof typeof sizes, url: string | undefined) {
  const db = openDatabase({ url, file: databaseFile(dataDir) }, withoutTimeouts)
  await migrate(db)
  await requireIndex(db)
  const begun = performance.now()
  const isNew = (await countLive(db, 'bookings')) === 0
  if (isNew) await fill(db, sizes[size])
  if (isNew) await fillHistory(db)
  await createFirstUser(db, { adminUsername: 'admin', adminPassword: password }, usualCost)
  await mergeSegments(db, resourceNames)
  if (isNew) await tidy(db)
  console.error(`${dataDir}: ready after ${Math.round((performance.now() - begun) / 1000)} s`)
  await db.destroy()
}

/** `ask` is measured; `before` runs first and isn't. */
type Side = { before: () => Promise<unknown>; ask: () => Promise<unknown> }

/** Runs both sides alternately. Returns their durations in ms. */
async function inTurns(...sides: [Side, Side]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const side of [0, 1] as const) {
      await sides[side].before()
      const begun = performance.now()
      await sides[side].ask()
      times[side].push(performance.now() - begun)
    }
  }
  return times
}

const part = (times: number[], of: number) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * of) - 1] ?? 0
const median = (times: number[]) => part(times, 0.5)
const p95 = (times: number[]) => part(times, 0.95)

/** Returns the address of the page after that part of a list. */
async function placeIn(chain: Chain, path: string, part: number): Promise<string> {
  let next = `${path}?limit=1000`
  for (let passed = 0; ; passed += 1000) {
    const { headers } = await chain.ask({ url: next })
    if (passed >= Number(headers['x-total-count']) * part) return next.replace('limit=1000', 'limit=60')
    next = /<(.+)>; rel="next"/.exec(String(headers.link))?.[1] ?? next
  }
}

/** Exports all bookings as a table over one connection. Reports the rows, the duration and the peak memory. */
async function exportAll({ address, authorization }: Chain) {
  const before = process.memoryUsage().rss
  const begun = performance.now()
  const { body } = await fetch(`${address}/api/bookings`, { headers: { authorization, accept: 'text/csv' } })
  let [rows, most] = [-1, before]
  for await (const chunk of body ?? []) {
    rows += chunk.filter((byte) => byte === lineFeed).length
    most = Math.max(most, process.memoryUsage().rss)
  }
  const grown = Math.round((most - before) / 2 ** 20)
  console.log(`\nCSV of ${rows} bookings: ${((performance.now() - begun) / 1000).toFixed(1)} s, memory grows by ${grown} MB at most.`)
}

const lineFeed = 10

let made = 0

const film = () => ({
  title: `Nosferatu ${made++}`,
  genre: 'Horror',
  image: '',
  description: 'A count travels by ship to a sleeping harbour town. '.repeat(8),
  trailerUrl: 'https://www.youtube.com/embed/FC6jFoYm3xs',
})

/** The measured changes. Each is one request, or two: the record to change is created first. */
const changes: Record<string, (chain: Chain) => Promise<unknown>> = {
  'POST /api/movies': ({ ask }) => ask({ method: 'POST', url: '/api/movies', payload: film() }),
  'POST, PUT and DELETE of a booking': async ({ ask }) => {
    const [branch] = (await ask({ url: '/api/branches?limit=1' })).json() as { name: string }[]
    const booking = {
      branchName: branch?.name,
      date: '2027-03-01',
      time: '20:15',
      fullName: `Anna ${made++}`,
      phoneNumber: `0660 ${made}`,
      status: 0,
    }
    const { _id } = (await ask({ method: 'POST', url: '/api/bookings', payload: booking })).json() as { _id: string }
    await ask({ method: 'PUT', url: `/api/bookings/${_id}`, payload: { ...booking, status: 1 } })
    await ask({ method: 'DELETE', url: `/api/bookings/${_id}` })
  },
  'POST /api/upload, a picture of 400 x 300': async ({ ask }) => {
    const background = { r: Math.random() * 255, g: Math.random() * 255, b: Math.random() * 255 }
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('images', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `still-${made++}.jpg`)
    const body = new Response(form)
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    await ask({ method: 'POST', url: '/api/upload', headers, payload: Buffer.from(await body.arrayBuffer()) })
  },
}
