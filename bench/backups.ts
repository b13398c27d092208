import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { imageFile, renditions } from '#contract/pictures.ts'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'
import { fill } from './chain.ts'
import { launchChain, storing } from './chained.ts'
import { exchangeOnce } from './load.ts'
import { photo } from './photos.ts'
import { heading, part, row } from './table.ts'

const size = { movies: 25_000, images: 5_000, bookings: 70_000 }
/** The number of changes sent each second, however long earlier ones take. */
const rate = 200

/** Measures how long a chain of 100,000 records and 5,000 pictures takes to back up and restore, and how long writers wait meanwhile. */
export async function measureBackups(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  const [data, archive, restored] = ['data', 'backup.tar', 'restored'].map((name) => join(folder, name)) as [string, string, string]
  try {
    await makeChain(data)
    const chain = await launchChain(data, 0, '', { isFree: true })
    const { request } = storing(chain)
    const write = () => exchangeOnce(chain.url, request())
    heading(`${rate} films are created each second, in ms`, ['', 'p50', 'p99', 'most'])
    const told = (what: string, waits: number[]) => row(what, ...[0.5, 0.99, 1].map((of) => part(waits, of).toFixed(1)))
    await during(write, new Promise((resolve) => setTimeout(resolve, 3_000)))
    told('alone', await during(write, new Promise((resolve) => setTimeout(resolve, 10_000))))
    const begun = performance.now()
    let saved = 0
    const backup = command({ DATA_DIR: data }, 'backup', archive).then((said) => {
      saved = performance.now() - begun
      return said
    })
    told('during a backup', await during(write, backup))
    console.log(`\nBacked up in ${(saved / 1000).toFixed(1)} s: ${await backup}`)
    await chain.stop()
    const again = performance.now()
    console.log(await command({ DATA_DIR: restored }, 'restore', archive))
    console.log(`Restored in ${((performance.now() - again) / 1000).toFixed(1)} s.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeChain(dataDir: string): Promise<void> {
  const product = await openProduct({ ...readConfig({}), dataDir, adminPassword: 'popcorn-and-velvet', logLevel: 'silent' })
  await fill(product.db, size)
  const picture = await photo(640, 960, 80)
  for (const { hash, url } of await product.db.selectFrom('images').select(['hash', 'url']).execute()) {
    await mkdir(join(dataDir, 'media', hash), { recursive: true })
    for (const { width } of renditions(url)) await writeFile(join(dataDir, 'media', imageFile(hash, width)), picture)
  }
  await product.close()
}

/** Returns the duration of each write that began before `end`, in ms. */
async function during(write: () => Promise<number>, end: Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  const writing: Promise<void>[] = []
  const timer = setInterval(() => {
    const begun = performance.now()
    writing.push(
      write().then((status) => {
        if (status !== 201) throw new Error(`A film was refused with ${status}.`)
        waits.push(performance.now() - begun)
      }),
    )
  }, 1000 / rate)
  await end
  clearInterval(timer)
  await Promise.all(writing)
  return waits
}

async function command(place: { DATA_DIR: string }, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', ...place }
  return (await promisify(execFile)(process.execPath, ['server/commands/backup.ts', ...words], { env })).stdout.trim()
}
