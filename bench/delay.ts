import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChain } from './chained.ts'
import { bytesOf, exchangeOnce, requestsPerSecond } from './load.ts'
import { photo, uploadOf } from './photos.ts'
import { heading, row } from './table.ts'
import type { Delays } from './watched.ts'

const [posters, people] = [20, 200]
/** In ms, between two things that a person reads. */
const pause = 250

/** How late the server's event loop is while 20 posters of 10 MB arrive at once and 200 people read, each four lists or films a second. */
export async function eventLoopDelay(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  try {
    const chain = await launchChain(folder, 50, '', { isFree: true, flags: ['--import', './bench/watched.ts'] })
    const films = (await (await fetch(`${chain.url}/api/movies?limit=50`)).json()) as { _id: string }[]
    const paths = ['/api/movies?limit=50', ...films.slice(0, 3).map(({ _id }) => `/api/movies/${_id}`)]
    let asked = 0
    const request = () => bytesOf('GET', paths[asked++ % paths.length] ?? '', {})
    const jpeg = await photo(4_000, 5_600, 94)
    const reading = { request, status: 200 }
    const alone = await measure(() => requestsPerSecond(chain.url, reading, { connections: people, pause, seconds: 3 }))
    const uploads = Array.from({ length: posters }, (_, number) => uploadOf(jpeg, number, chain.authorization))
    let [took, stored] = [0, 0]
    const together = await measure(async () => {
      const over = new AbortController()
      const read = requestsPerSecond(chain.url, reading, { connections: people, pause, seconds: 60, signal: over.signal })
      const begun = performance.now()
      const statuses = await Promise.all(uploads.map((upload) => exchangeOnce(chain.url, upload)))
      took = performance.now() - begun
      // What can't be rendered in time is refused: a slow machine stores fewer.
      stored = statuses.filter((status) => status === 201).length
      over.abort()
      return read
    })
    heading(`Event loop delay in ms`, ['', 'p50', 'p99', 'most'])
    const figures = ({ p50, p99, max }: Delays) => [p50, p99, max].map((delay) => delay.toFixed(1))
    row(`${people} people read`, ...figures(alone))
    const size = (jpeg.length / 1_000_000).toFixed(1)
    row(
      `${people} people read, ${posters} posters of ${size} MB arrive (${stored} stored in ${(took / 1000).toFixed(1)} s)`,
      ...figures(together),
    )
    await chain.stop()

    async function measure(work: () => Promise<unknown>): Promise<Delays> {
      chain.process.send('begin')
      await work()
      chain.process.send('tell')
      const [delays] = (await once(chain.process, 'message')) as [Delays]
      return delays
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
