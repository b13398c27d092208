import { uploadLimits } from '#contract/images.ts'
import { widths } from '#contract/pictures.ts'
import { limitConcurrency } from '#server/http/limit-concurrency.ts'
import { memory } from './memory.ts'
import { refusals } from './refusals.ts'
import type { Order, Rendition } from './render.ts'
import { type RendererChild, RendererEnded, startRenderer } from './renderer-child.ts'
import type { Work } from './renderer-process.ts'

export type Rendered = { renditions: Rendition[]; isAnimated: boolean }

export type Renderer = {
  /** Starts the process before it is needed. */
  warmUp(): void
  /**
   * Decodes the image at `path` and returns its renditions, narrowest first. Throws a `FileRefusal` if it has too many pixels, can't
   * be read or takes too much memory. Throws the reason of `signal` as soon as that aborts, so that the other uploads can still be recorded.
   */
  render(path: string, signal: AbortSignal): Promise<Rendered>
  /** Ends the process for good. Resolves when it has ended. */
  close(): Promise<void>
}

const usual = {
  /** In bytes: above this, the process ends itself. */
  ceiling: memory.ceiling,
  /** In bytes: the most that all running images may need together. */
  room: memory.ceiling - memory.atRest,
  /** In bytes: an idle process that keeps more ends immediately. */
  tired: memory.tired,
  /** In milliseconds: how long any other process stays idle. */
  idle: 10_000,
  /** In milliseconds: how long one image may take. */
  timeLimit: 20_000,
}

/**
 * Renders images in a separate process, see docs/decisions. The server survives any crash of a decoder, and the running
 * files are tried once more, each alone. Images are rendered concurrently as memory allows, two at most.
 */
export function renderer(limits: Partial<typeof usual> = {}): Renderer {
  const { ceiling, room, tired, idle, timeLimit } = { ...usual, ...limits }
  const inTurn = limitConcurrency(room)
  let child: RendererChild | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  function running(): RendererChild {
    if (isClosed) throw new RendererEnded(false)
    if (child) return child
    const started = startRenderer(ceiling)
    started.gone.then(() => dismiss(started))
    child = started
    return started
  }

  function dismiss(one: RendererChild | undefined) {
    one?.kill()
    if (one === child) child = undefined
  }

  /** Ends an idle process to free its memory: after a while, or immediately if it kept much. */
  function rest(one: RendererChild) {
    clearTimeout(idleTimer)
    if (one.underWay() > 0) return
    if (one.rss() > tired) dismiss(one)
    else idleTimer = setTimeout(() => dismiss(one), idle).unref()
  }

  async function ask<Kind extends keyof Work>(work: Kind, order: Order): Promise<Work[Kind]> {
    const one = running()
    clearTimeout(idleTimer)
    const timer = setTimeout(() => one.kill(), timeLimit)
    try {
      return await one.ask(work, order)
    } finally {
      clearTimeout(timer)
      rest(one)
    }
  }

  /** `least` is the minimum number of bytes reserved: half of the room lets two images in, all of it one. */
  async function attempt(order: Order, signal: AbortSignal, least: number): Promise<Rendered> {
    const { pixels, shrinks, isAnimated, need } = await inTurn(signal, () => ask('measure', order), least)
    const mostPixels = shrinks ? uploadLimits.pixelsPerJpeg : uploadLimits.pixelsPerFile
    if (pixels > mostPixels) throw refusals.tooManyPixels(pixels, mostPixels)
    if (need > room) throw refusals.tooMuchMemory()
    const renditions = await inTurn(signal, () => ask('render', order), Math.max(least, need))
    return { renditions, isAnimated }
  }

  async function renderTwiceAtMost(order: Order, signal: AbortSignal): Promise<Rendered> {
    try {
      return await attempt(order, signal, room / 2).catch((error: unknown) => {
        if (error instanceof RendererEnded) return attempt(order, signal, room)
        throw error
      })
    } catch (error) {
      if (!(error instanceof RendererEnded)) throw error
      throw error.outOfMemory ? refusals.tooMuchMemory() : refusals.notDecoded()
    }
  }

  return {
    warmUp() {
      if (!child && !isClosed) rest(running())
    },

    async render(path, signal) {
      const order = { path, widths }
      const { promise: passed, reject } = Promise.withResolvers<never>()
      const pass = () => reject(signal.reason)
      signal.addEventListener('abort', pass)
      try {
        // An abandoned rendering keeps its place until it ends, because it still takes its memory.
        return await Promise.race([renderTwiceAtMost(order, signal), passed])
      } finally {
        signal.removeEventListener('abort', pass)
      }
    },

    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      const last = child
      dismiss(last)
      await last?.gone
    },
  }
}
