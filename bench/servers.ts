import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { type Chain, launchChain, storing } from './chained.ts'
import { bytesOf, type Load, requestsPerSecond } from './load.ts'
import { heading, median, row, whole } from './table.ts'

const films = 5_000
const rounds = 5
const connections = 30

/**
 * Requests per second of one, two and three servers on one PostgreSQL, with the same connections shared out among them, in turns within one
 * run. All of it shares this machine: with fewer cores than there are processes this tells what several servers cost each other, and not what
 * they gain.
 */
export async function compareServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  await using postgres = await startPostgres()
  const chains: Chain[] = []
  try {
    const url = await createDatabase(postgres.url)
    for (const filled of [films, 0, 0]) chains.push(await launchChain(folder, filled, url, { isFree: true }))
    const cores = cpus().length
    heading(`Requests per second, ${connections} connections, PostgreSQL, bench and servers on ${cores} cores, medians of ${rounds}`, [
      '',
      'one',
      'two',
      'three',
      'two : one',
      'three : one',
    ])
    for (const [what, loadOf] of Object.entries(works)) await compare(what, chains, loadOf)
  } finally {
    for (const chain of chains) await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

let asked = 0
const letters = 'etaoinshrdlu'
/** One of 7,200 addresses, in turn. */
const search = (number: number) => {
  const [first, second] = [letters[number % 12], letters[Math.floor(number / 12) % 12]]
  return `/api/movies?q=${first}+${second}&limit=${1 + (Math.floor(number / 144) % 50)}`
}
const works: Record<string, (chain: Chain) => Load> = {
  'a list that was read before': () => reading(() => '/api/movies?limit=50'),
  'a search that nobody has asked for before': () => reading(() => search(asked++)),
  'create a film': storing,
}

const reading = (path: () => string): Load => ({ request: () => bytesOf('GET', path(), {}), status: 200 })

async function compare(what: string, chains: Chain[], loadOf: (chain: Chain) => Load) {
  const rates: number[][] = chains.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const at of chains.keys()) rates[at]?.push(await together(chains.slice(0, at + 1), loadOf))
  const [one = 0, two = 0, three = 0] = rates.map(median)
  row(what, ...[one, two, three].map(whole), (two / one).toFixed(2), (three / one).toFixed(2))
}

async function together(chains: Chain[], loadOf: (chain: Chain) => Load): Promise<number> {
  const each = { connections: connections / chains.length }
  const rates = await Promise.all(chains.map((chain) => requestsPerSecond(chain.url, loadOf(chain), each)))
  return rates.reduce((sum, rate) => sum + rate)
}
