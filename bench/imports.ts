import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { most, others, timed } from './beside.ts'
import { memoryOf } from './memory.ts'
import { photo, uploadBody } from './photos.ts'
import { heading, row } from './table.ts'

const [count, stepSize, posters] = [5_000, 50, 200]
const password = 'popcorn-and-velvet'

/** Measures an import of 5,000 movies in the screen's steps, 200 of them with a poster: its parts, and readers and writers beside them. */
export async function measureImports(words: string[]): Promise<void> {
  heading(`${count} movies imported in steps of ${stepSize}; p99 in ms`, [
    '',
    'in all, s',
    'a step',
    'who reads',
    'who writes',
    'refused',
    'memory, MB',
  ])
  if (!words.includes('postgres')) await onDatabase('SQLite', undefined)
  if (words.includes('sqlite')) return
  await using server = await startPostgres()
  await onDatabase('PostgreSQL', await createDatabase(server.url))
}

async function onDatabase(name: string, databaseUrl: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-imports-'))
  const { app, close } = await openProduct({ ...readConfig({}), dataDir, databaseUrl, adminPassword: password, logLevel: 'silent' })
  const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: { username: 'admin', password } })
  const authorization = `Bearer ${(signedIn.json() as { token: string }).token}`
  const ask = async <Answer>(request: InjectOptions): Promise<Answer> => {
    const answer = await app.inject({ ...request, headers: { authorization, ...request.headers } })
    if (answer.statusCode >= 300) throw new Error(`${request.url} was answered with ${answer.statusCode}: ${answer.body}`)
    return answer.json() as Answer
  }
  const urls: string[] = []
  const upload = async (poster: Buffer, at: number) => {
    const [stored] = await ask<{ url: string }[]>({ method: 'POST', url: '/api/upload', ...uploadBody(poster, at) })
    urls.push(stored?.url ?? '')
  }
  let made = 0
  const write = () =>
    ask({ method: 'POST', url: '/api/movies', payload: { ...film(`Beside ${++made}`), image: '' } }) as Promise<{ _id: string }>
  const read = () => ask({ url: '/api/movies?limit=60&q=film' })

  async function measured(what: string, steps: (() => Promise<unknown>)[]) {
    const [times, reads, writes]: [number[], number[], number[]] = [[], [], []]
    const load = others([() => timed(reads, read), () => timed(writes, write)], 2)
    const begun = performance.now()
    for (const step of steps) await timed(times, step)
    const seconds = (performance.now() - begun) / 1_000
    const refused = await load.stop()
    row(`${name}, ${what}`, seconds.toFixed(1), ...[times, reads, writes].map(most), refused, memoryOf(process.pid)[0])
  }

  const poster = await photo(1_000, 1_500)
  const batch = randomUUID()
  const calls = (rows: object[], more: object) =>
    Array.from({ length: rows.length / stepSize }, (_, at) => () => {
      const payload = { ...more, rows: rows.slice(at * stepSize, (at + 1) * stepSize) }
      return ask<{ outcome: string }[]>({ method: 'POST', url: '/api/movies/imports', payload })
    })
  await measured(
    `${posters} posters`,
    Array.from({ length: posters }, (_, at) => () => upload(poster, at)),
  )
  const rows = Array.from({ length: count }, (_, at) => ({ fields: { ...film(`Film ${at}`), image: urls[at] ?? '' } }))
  await measured('preview', calls(rows, { dryRun: true }))
  await measured('import', calls(rows, { batch, total: count }))
  await measured('the same again', calls(rows, { dryRun: true }))
  const records = await ask<{ _id: string; version: number }[]>({ url: `/api/movies/imports/${batch}` })
  const undo = records.map(({ _id, version }) => ({ _id, version, deleted: true }))
  await measured(
    'undo',
    Array.from({ length: count / stepSize }, (_, at) => () => {
      const payload = { changes: undo.slice(at * stepSize, (at + 1) * stepSize) }
      return ask({ method: 'POST', url: '/api/movies/changes', payload })
    }),
  )
  await close()
  await rm(dataDir, { recursive: true, force: true })
}

const film = (title: string) => ({
  title,
  genre: 'Drama',
  description: 'A count travels by ship, and the plague travels with him. '.repeat(8),
  trailerUrl: 'https://www.youtube.com/watch?v=FC6jFoYm3xs',
})
