import { limitConcurrency } from '#server/http/limit-concurrency.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { timeouts } from './bucket.ts'
import type { LocalMedia } from './local-media.ts'
import type { Media } from './media.ts'

/** The number of files fetched at a time, so that a server that has just started doesn't request a thousand at once. */
const atOnce = 16

/**
 * Returns `media` with copies in a folder of this machine, at most `room` bytes of the most recently read files. A file is fetched completely before
 * any of it is sent, so a broken transfer gives neither an answer (`StoreUnavailable`) nor a copy. Several processes may share the folder:
 * each cleans up after a tenth of `room`.
 */
export function cached(media: Media, copies: LocalMedia, room: number, timeLimit: number = timeouts.usual): Media {
  const inTurn = limitConcurrency(atOnce)
  const underWay = new Map<string, Promise<boolean>>()
  // Copies of an earlier run are counted with the first file.
  let uncounted = room
  let clearing = Promise.resolve()

  async function copyOf(name: string) {
    const copy = await copies.open(name)
    if (copy) await copies.touch(name)
    return copy
  }

  /** Returns whether the file exists. Concurrent callers share one fetch. */
  function fetched(name: string): Promise<boolean> {
    const running = underWay.get(name)
    if (running) return running
    const fetching = fetchInTime(name).finally(() => underWay.delete(name))
    underWay.set(name, fetching)
    return fetching
  }

  async function fetchInTime(name: string): Promise<boolean> {
    const inTime = AbortSignal.timeout(timeLimit)
    try {
      return await inTurn(inTime, () => fetchInto(name, inTime))
    } catch (cause) {
      if (cause !== inTime.reason) throw cause
      throw new StoreUnavailable(`GET ${name}`, `${atOnce} other files are loading`, { cause })
    }
  }

  async function fetchInto(name: string, inTime: AbortSignal): Promise<boolean> {
    const file = await media.open(name, inTime)
    if (!file) return false
    try {
      await copies.put(name, file.stream)
    } catch (error) {
      // If this machine's own disk is full or fails, the store still has the pictures.
      if (error instanceof StoreUnavailable || !isOfDisk(error)) throw error
      return true
    } finally {
      // If nothing could be written, the stream is still unread.
      file.stream.destroy()
    }
    uncounted += file.size
    if (uncounted > room / 10) {
      uncounted = 0
      clearing = clearing.then(() => clearUp(copies, room * 0.9)).catch(() => {})
    }
    return true
  }

  /** Removes the copy, regardless of its age. */
  const forget = (name: string) => copies.remove({ name, bytes: 0, putAt: Number.POSITIVE_INFINITY })

  return {
    ...media,

    async open(name) {
      const copy = await copyOf(name)
      if (copy) return copy
      if (!(await fetched(name))) return undefined
      return (await copyOf(name)) ?? media.open(name)
    },

    async put(name, content) {
      await media.put(name, content)
      await forget(name)
    },

    async remove(file) {
      await media.remove(file)
      await forget(file.name)
    },
  }
}

const isOfDisk = (error: unknown) => typeof (error as { syscall?: unknown }).syscall === 'string'

/** Removes all but the most recently used files, up to `room` bytes. */
async function clearUp(copies: LocalMedia, room: number): Promise<void> {
  const skip = () => {}
  const files = await Array.fromAsync(copies.list(undefined, skip))
  let bytes = 0
  for (const file of files.sort((one, other) => other.putAt - one.putAt)) {
    bytes += file.bytes
    // A copy that can't be removed must not stop the removal of others.
    if (bytes > room) await copies.remove(file).catch(skip)
  }
}
