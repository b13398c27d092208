import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { product } from '#scripts/setup/product.js'
import { launchChain } from './chained.ts'
import { bytesOf, exchangeOnce } from './load.ts'
import { memoryOf } from './memory.ts'
import { launch } from './process.ts'
import { heading, median, row } from './table.ts'

const rounds = 11

/** Measures the time from a process's start to its first good answer, and its memory after a few answers, alternating with a bare `node:http`. */
export async function compareStarts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  const env = { DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'info' }
  try {
    const filled = await launchChain(folder, 50)
    await filled.stop()
    const sides = [
      ['bare node:http', 'bench/bare.ts', '/'],
      ['/livez', product, '/livez'],
      ['a list of 50', product, '/api/movies?limit=50'],
    ] as const
    const times = sides.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [at, [what, server, path]] of sides.entries()) {
        const begun = performance.now()
        const running = await launch(server, { env, log: join(folder, 'log') })
        const status = await exchangeOnce(running.url, bytesOf('GET', path, {}))
        if (status !== 200) throw new Error(`${what} answered ${path} with ${status}.`)
        times[at]?.push(performance.now() - begun)
        await running.stop()
      }
    }
    heading(`Cold start to the first answer in ms, medians of ${rounds}`, ['', 'median', 'least', 'against bare', 'least against least'])
    const [bare = []] = times
    for (const [at, [what]] of sides.entries()) {
      const own = times[at] ?? []
      const [usual, least] = [median(own), Math.min(...own)]
      row(what, usual.toFixed(0), least.toFixed(0), (usual / median(bare)).toFixed(2), (least / Math.min(...bare)).toFixed(2))
    }
    await memoryAtRest(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the memory at rest, after a sign-in and a few lists. */
async function memoryAtRest(folder: string) {
  const chain = await launchChain(folder, 0)
  const headers = { authorization: chain.authorization }
  for (const name of ['movies', 'bookings', 'branches', 'images']) await (await fetch(`${chain.url}/api/${name}`, { headers })).text()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  heading('Memory at rest in MB', ['', 'RSS', 'PSS'])
  row('server', ...memoryOf(chain.process.pid ?? 0))
  const bare = await launch('bench/bare.ts')
  row('bare node:http', ...memoryOf(bare.process.pid ?? 0))
  await bare.stop()
  await chain.stop()
}
