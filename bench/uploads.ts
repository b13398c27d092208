import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChain } from './chained.ts'
import { uploadedTo } from './load.ts'
import { childrenOf, memoryOf } from './memory.ts'
import { photo, uploadOf } from './photos.ts'
import { heading, median, part, row } from './table.ts'

const count = 100

/** Uploads a hundred pictures of 2 megapixels, one after another. Measures each from its last byte to the answer, and the memory afterwards. */
export async function measureUploads(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  try {
    const chain = await launchChain(folder, 50, '', { isFree: true })
    const bytes = await photo(1_920, 1_080)
    const times: number[] = []
    for (let number = 0; number < count; number++) {
      const { status, waited } = await uploadedTo(chain.url, uploadOf(bytes, number, chain.authorization))
      if (status !== 201) throw new Error(`The upload was answered with ${status}.`)
      times.push(waited)
    }
    heading(`Upload of a JPEG of 2 megapixels (${(bytes.length / 1000).toFixed(0)} kB), from the last byte to the answer, in ms`, [
      '',
      'median',
      'p95',
      'first',
    ])
    row('upload', median(times).toFixed(0), part(times, 0.95).toFixed(0), (times[0] ?? 0).toFixed(0))
    heading(`Memory after ${count} of them, in MB`, ['', 'RSS', 'PSS'])
    const pid = chain.process.pid ?? 0
    row('server', ...memoryOf(pid))
    for (const child of childrenOf(pid)) row('renderer', ...memoryOf(child))
    await chain.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
