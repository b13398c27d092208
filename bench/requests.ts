import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import type { Answer } from './bare.ts'
import { bookingsOfToday, type Chain, launchChain, storing } from './chained.ts'
import { bytesOf, type Load, requestsPerSecond } from './load.ts'
import { launch, place } from './process.ts'
import { heading, median, row, whole } from './table.ts'

const sizes = [50, 5_000, 100_000]
const databases = ['sqlite', 'postgres'] as const
/** Many short rounds, because other work on a machine comes and goes within seconds. */
const rounds = 15
const seconds = 0.5
const warmUps = 3

/**
 * Measures requests per second of the product and of a peer, alternating within one run, because machines are noisy: the ratios count. The peer for
 * reads is a bare `node:http` that sends the same bytes and headers. The peer for writes is a hand-written Express server.
 */
export async function compareRequests(words: string[]): Promise<void> {
  const chosen = <Choice extends string | number>(all: readonly Choice[]) => {
    const named = all.filter((each) => words.includes(String(each)))
    return named.length > 0 ? named : all
  }
  heading(`Requests per second, 32 connections, ${place()}, medians of ${rounds} rounds of ${seconds} s`, [
    '',
    'product',
    'peer',
    'ratio',
    'least',
    'most',
  ])
  for (const database of chosen(databases)) {
    if (database === 'sqlite') for (const films of chosen(sizes)) await compare(database, films)
    else {
      await using server = await startPostgres()
      for (const films of chosen(sizes)) await compare(database, films, await createDatabase(server.url))
    }
  }
}

async function compare(database: string, films: number, databaseUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  try {
    const chain = await launchChain(folder, films, databaseUrl)
    const name = (what: string) => `${database}, ${whole(films)} films: ${what}`
    try {
      for (const [what, path, headers] of await reads(chain)) await besideBare(name(what), chain, folder, path, headers)
      await besideExpress(name('create a film'), chain, folder, databaseUrl)
    } finally {
      await chain.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Read = [what: string, path: string, headers: Record<string, string>]

async function reads({ url, authorization }: Chain): Promise<Read[]> {
  const films = (await (await fetch(`${url}/api/movies?limit=50`)).json()) as { _id: string }[]
  const bookings = await fetch(url + bookingsOfToday, { headers: { authorization } })
  const etag = bookings.headers.get('etag')
  const count = ((await bookings.json()) as unknown[]).length
  return [
    ['a list of 50', '/api/movies?limit=50', {}],
    ['one record', `/api/movies/${films[0]?._id}`, {}],
    [`${count} bookings of a day with a filter`, bookingsOfToday, { authorization }],
    ...(etag ? [['the same with If-None-Match', bookingsOfToday, { authorization, 'if-none-match': etag }] as Read] : []),
  ]
}

async function besideBare(what: string, chain: Chain, folder: string, path: string, headers: Record<string, string>) {
  const file = join(folder, 'answer.json')
  const answer = await answerTo(chain.url + path, headers)
  await writeFile(file, JSON.stringify(answer))
  const bare = await launch('bench/bare.ts', { args: [file] })
  const bytes = bytesOf('GET', path, headers)
  const load = { request: () => bytes, status: answer.status }
  await inTurns(what, [chain.url, load], [bare.url, load]).finally(bare.stop)
}

/** Returns the answer as sent, without the headers that Node's server adds itself. */
function answerTo(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, async (response) => {
      const own: string[] = []
      for (let at = 0; at < response.rawHeaders.length; at += 2) {
        const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2)
        if (!/^(date|connection|keep-alive)$/i.test(name)) own.push(name, value)
      }
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, headers: own, body: Buffer.concat(chunks).toString() })
    }).on('error', reject)
  })
}

async function besideExpress(what: string, chain: Chain, folder: string, databaseUrl = '') {
  const express = await launch('bench/express.ts', { env: { DATA_DIR: folder, DATABASE_URL: databaseUrl } })
  const load = storing(chain)
  await inTurns(what, [chain.url, load], [express.url, load]).finally(express.stop)
}

type Side = [url: string, load: Load]

async function inTurns(what: string, ours: Side, peer: Side) {
  const [mine, theirs]: [number[], number[]] = [[], []]
  // A freshly started server compiles its code while it works, which it doesn't do for the rest of the year.
  for (let round = 0; round < warmUps; round++) for (const side of [ours, peer]) await requestsPerSecond(...side)
  for (let round = 0; round < rounds; round++) {
    mine.push(await requestsPerSecond(...ours, { seconds }))
    theirs.push(await requestsPerSecond(...peer, { seconds }))
  }
  const ratios = mine.map((rate, round) => rate / (theirs[round] ?? 1))
  const cells = [median(mine), median(theirs)].map(whole)
  row(what, ...cells, ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)))
}
