import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import sharp from 'sharp'
import { type Measured, measure, type Order, type Rendition, render, Unrenderable } from './render.ts'

/** What the server asks for, and what it is told. */
export type Work = { measure: Measured; render: Rendition[] }
export type Question = { id: number; work: keyof Work; order: Order }
/** Carries the `id` of its question. `rss` is the memory of this process in bytes. */
export type Reply = { id: number; rss: number } & ({ told: Work[keyof Work] } | { unrenderable: Unrenderable['why'] } | { error: string })
/** Comes right before this process ends itself. */
export type LastWord = { ended: 'out of memory' }

// libvips can read far more kinds of files than are stored here, each a way in: everything is closed in this process, then those of the stored formats are opened.
sharp.block({ operation: ['VipsForeignLoad'] })
const opened = ['JpegFile', 'JpegBuffer', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile']
sharp.unblock({ operation: opened.map((name) => `VipsForeignLoad${name}`) })

/** In milliseconds: a decoder takes some 5 MB in one. */
const watchEvery = 5

const ceiling = Number(process.argv[2])
let underWay = 0

// Its end is never one that Node could use to keep what it compiled.
flushCompileCache()

/** `process.exit` would wait for the decoders, which work on threads of their own. */
const end = () => process.kill(process.pid, 'SIGKILL')
process.on('disconnect', end)
// Ctrl+C reaches the whole group of processes: the server finishes what is under way, and needs this one for it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Where the machine's memory runs out, Linux takes this process before any other.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})

process.on('message', async ({ id, work, order }: Question) => {
  underWay++
  const result = await (work === 'measure' ? measure(order) : render(order)).then((told) => ({ told }), failure)
  underWay--
  const reply: Reply = { id, rss: process.memoryUsage.rss(), ...result }
  process.send?.(reply)
})

function failure(error: unknown) {
  if (error instanceof Unrenderable) return { unrenderable: error.why }
  return { error: error instanceof Error ? String(error.stack) : String(error) }
}

setInterval(() => {
  if (underWay === 0 || process.memoryUsage.rss() < ceiling) return
  const lastWord: LastWord = { ended: 'out of memory' }
  process.send?.(lastWord, end)
}, watchEvery)
