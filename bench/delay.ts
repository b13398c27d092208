import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultyDisk } from '#testing/faulty-disk.ts'
import { type Chain, launchChain, storing } from './chained.ts'
import { bytesOf, exchangeOnce, type Load, requestsPerSecond } from './load.ts'
import { photo, uploadOf } from './photos.ts'
import type { Launch } from './process.ts'
import { heading, row, whole } from './table.ts'
import type { Delays } from './watched.ts'

const [posters, people, writers] = [20, 200, 16]
/** The pause of a user between two reads, in ms. */
const pause = 250

/** Measures the server's event loop delay during many uploads, and while its disk is slow. */
export async function eventLoopDelay(): Promise<void> {
  heading('Event loop delay in ms', ['', 'p50', 'p99', 'most'])
  await whilePostersArrive()
  await whileTheDiskIsSlow()
}

/** 20 posters of 10 MB arrive at once while 200 users read, each four lists or movies a second. */
async function whilePostersArrive() {
  await using place = await folder()
  const chain = await launchChain(place.path, 50, '', watched)
  const reading = await readingOf(chain)
  const jpeg = await photo(4_000, 5_600, 94)
  const read = () => requestsPerSecond(chain.url, reading, { connections: people, pause, seconds: 3 })
  row(`${people} people read`, ...(await delays(chain, read)))
  const uploads = Array.from({ length: posters }, (_, number) => uploadOf(jpeg, number, chain.authorization))
  let [took, stored] = [0, 0]
  const together = await delays(chain, async () => {
    const over = new AbortController()
    const read = requestsPerSecond(chain.url, reading, { connections: people, pause, seconds: 60, signal: over.signal })
    const begun = performance.now()
    const statuses = await Promise.all(uploads.map((upload) => exchangeOnce(chain.url, upload)))
    took = performance.now() - begun
    // An upload that can't be rendered in time is refused, so a slow machine stores fewer.
    stored = statuses.filter((status) => status === 201).length
    over.abort()
    return read
  })
  const size = (jpeg.length / 1_000_000).toFixed(1)
  row(`${people} people read, ${posters} posters of ${size} MB arrive (${stored} stored in ${(took / 1000).toFixed(1)} s)`, ...together)
  await chain.stop()
}

/** 16 users create movies without a pause while others read, first on the normal disk and then on one that takes 200 ms to sync. */
async function whileTheDiskIsSlow() {
  await using place = await folder()
  const faulty = faultyDisk(place.path)
  if (!faulty) return
  const flag = join(place.path, 'slow')
  const chain = await launchChain(place.path, 50, '', { ...watched, env: { ...faulty, SYNC_IS_SLOW_WHILE: flag } })
  const reading = await readingOf(chain)
  const work = async () => {
    const [stored] = await Promise.all([
      requestsPerSecond(chain.url, storing(chain), { connections: writers, seconds: 4 }),
      requestsPerSecond(chain.url, reading, { connections: writers, pause, seconds: 4 }),
    ])
    return stored
  }
  for (const disk of ['as it is', 'that takes 200 ms to sync']) {
    let stored = 0
    const late = await delays(chain, async () => {
      stored = await work()
    })
    row(`${writers} people store films (${whole(stored)} a second) and ${writers} read, on a disk ${disk}`, ...late)
    await writeFile(flag, '')
  }
  await rm(flag)
  await chain.stop()
}

const watched: Launch = { isFree: true, flags: ['--import', './bench/watched.ts'] }

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function readingOf({ url }: Chain): Promise<Load> {
  const films = (await (await fetch(`${url}/api/movies?limit=50`)).json()) as { _id: string }[]
  const paths = ['/api/movies?limit=50', ...films.slice(0, 3).map(({ _id }) => `/api/movies/${_id}`)]
  let asked = 0
  return { request: () => bytesOf('GET', paths[asked++ % paths.length] ?? '', {}), status: 200 }
}

/** Returns the event loop delay during `work`: the median, the 99th percentile and the maximum. */
async function delays({ process }: Chain, work: () => Promise<unknown>): Promise<string[]> {
  process.send('begin')
  await work()
  process.send('tell')
  const [{ p50, p99, max }] = (await once(process, 'message')) as [Delays]
  return [p50, p99, max].map((delay) => delay.toFixed(1))
}
