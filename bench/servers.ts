import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { booking, type Chain, launchChain, storing } from './chained.ts'
import { cpuOf, cpuOfOthers } from './cpu.ts'
import { bytesOf, type Load, requestsPerSecond } from './load.ts'
import { heading, median, row, whole } from './table.ts'

const films = 5_000
const rounds = 5
const connections = 30

/**
 * Measures requests per second of one, two and three servers on one PostgreSQL, alternating within one run. Each server has the same number of
 * connections. All servers share this machine. With fewer cores than processes, the rates show what several servers cost each other, not what they
 * gain. The gain shows in the CPU time per request, of the servers and of PostgreSQL. If three servers need no more of it than one, three servers
 * with a core each handle three times as much, until PostgreSQL uses its whole machine.
 */
export async function compareServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  await using postgres = await startPostgres()
  const chains: Chain[] = []
  try {
    const url = await createDatabase(postgres.url)
    for (const filled of [films, 0, 0]) chains.push(await launchChain(folder, filled, url, { isFree: true }))
    const cores = cpus().length
    heading(
      `One, two and three servers, ${connections} connections each, PostgreSQL, bench and servers on ${cores} cores, medians of ${rounds}: requests per second, and CPU for each in ms`,
      ['', 'one', 'two', 'three', 'two : one', 'three : one', 'server, of one', 'of three', 'PostgreSQL, with one', 'with three'],
    )
    for (const [what, loadOf] of Object.entries(works)) await compare(what, chains, loadOf)
  } finally {
    for (const chain of chains) await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

let asked = 0
const letters = 'etaoinshrdlu'
/** Returns one of 7,200 addresses, in turn. */
const search = (number: number) => {
  const [first, second] = [letters[number % 12], letters[Math.floor(number / 12) % 12]]
  return `/api/movies?q=${first}+${second}&limit=${1 + (Math.floor(number / 144) % 50)}`
}
const works: Record<string, (chain: Chain) => Load | Promise<Load>> = {
  'a list that was read before': () => reading(() => '/api/movies?limit=50'),
  'a search that nobody has asked for before': () => reading(() => search(asked++)),
  'take a booking': booking,
  'create a film': storing,
}

const reading = (path: () => string): Load => ({ request: () => bytesOf('GET', path(), {}), status: 200 })

/** `rate` is in requests per second; `server` and `database` are the CPU time per request, in ms. */
type Figures = { rate: number; server: number; database: number }

async function compare(what: string, chains: Chain[], loadOf: (chain: Chain) => Load | Promise<Load>) {
  const runs: Figures[][] = chains.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const at of chains.keys()) runs[at]?.push(await together(chains, chains.slice(0, at + 1), loadOf))
  const of = (name: keyof Figures) => runs.map((run) => median(run.map((figures) => figures[name])))
  const [one = 0, two = 0, three = 0] = of('rate')
  const [server, database] = [of('server'), of('database')].map((times) => [times[0], times[2]].map((time = 0) => time.toFixed(3)))
  row(what, ...[one, two, three].map(whole), (two / one).toFixed(2), (three / one).toFixed(2), ...(server ?? []), ...(database ?? []))
}

async function together(all: Chain[], chains: Chain[], loadOf: (chain: Chain) => Load | Promise<Load>): Promise<Figures> {
  let requests = 0
  const counted = ({ request, status }: Load): Load => ({
    request() {
      requests++
      return request()
    },
    status,
  })
  const spent = () => {
    const servers = all.map(({ process }) => process.pid)
    return { servers: servers.reduce<number>((sum, pid) => sum + cpuOf(pid ?? 0), 0), database: cpuOfOthers(servers) }
  }
  const loads = await Promise.all(chains.map(async (chain) => ({ url: chain.url, load: counted(await loadOf(chain)) })))
  const before = spent()
  const rates = await Promise.all(loads.map(({ url, load }) => requestsPerSecond(url, load, { connections })))
  const after = spent()
  return {
    rate: rates.reduce((sum, rate) => sum + rate),
    server: (after.servers - before.servers) / requests,
    database: (after.database - before.database) / requests,
  }
}
