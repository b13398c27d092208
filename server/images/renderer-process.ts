import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import sharp from 'sharp'
import { type Measured, measure, type Order, type Rendition, render, Unrenderable } from './render.ts'

/** The kinds of work that the server requests, each with its result. */
export type Work = { measure: Measured; render: Rendition[] }
export type Question = { id: number; work: keyof Work; order: Order }
/** An answer with the `id` of its request. `rss` is the memory of this process in bytes. */
export type Reply = { id: number; rss: number } & ({ result: Work[keyof Work] } | { unrenderable: Unrenderable['why'] } | { error: string })
/** The message sent right before this process ends itself. */
export type LastWord = { ended: 'out of memory' }

// libvips reads far more formats than are stored, each an attack surface: this process blocks all loaders, then unblocks those of the stored formats.
sharp.block({ operation: ['VipsForeignLoad'] })
const opened = ['JpegFile', 'JpegBuffer', 'PngFile', 'WebpFile', 'HeifFile', 'NsgifFile']
sharp.unblock({ operation: opened.map((name) => `VipsForeignLoad${name}`) })

/** In milliseconds: a decoder allocates some 5 MB in one. */
const watchEvery = 5

const ceiling = Number(process.argv[2])
let underWay = 0

// The compile cache is written now, because this process ends by SIGKILL, which leaves Node no time to write it.
flushCompileCache()

/** `process.exit` would wait for the decoders, which work on threads of their own. */
const end = () => process.kill(process.pid, 'SIGKILL')
process.on('disconnect', end)
// Ctrl+C reaches the whole process group: the server finishes the running uploads, and needs this process for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// If the machine's memory runs out, Linux kills this process first.
writeFile('/proc/self/oom_score_adj', '1000').catch(() => {})

process.on('message', async ({ id, work, order }: Question) => {
  underWay++
  const outcome = await (work === 'measure' ? measure(order) : render(order)).then((result) => ({ result }), failure)
  underWay--
  const reply: Reply = { id, rss: process.memoryUsage.rss(), ...outcome }
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
