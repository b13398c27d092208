import { limitConcurrency } from '#server/http/limit-concurrency.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { timeouts } from './bucket.ts'
import type { LocalMedia } from './local-media.ts'
import type { Media } from './media.ts'

/** So many files are fetched at a time: the store isn't asked for a thousand at once by a server that has just started. */
const atOnce = 16

/**
 * `media` with copies in a folder of this machine, at most `room` bytes of them: those that were read last stay. A file is fetched whole before
 * any of it is answered, so one that breaks off is no answer (`StoreUnavailable`) and no copy. Several processes may share the folder:
 * each clears up after a tenth of `room`.
 */
export function cached(media: Media, copies: LocalMedia, room: number, timeLimit: number = timeouts.usual): Media {
  const inTurn = limitConcurrency(atOnce)
  const underWay = new Map<string, Promise<boolean>>()
  // What an earlier run has left is counted with the first file.
  let uncounted = room
  let clearing = Promise.resolve()

  async function copyOf(name: string) {
    const copy = await copies.open(name)
    if (copy) await copies.touch(name)
    return copy
  }

  /** Answers whether there is such a file. Whoever wants one that is on its way waits for it. */
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
      throw new StoreUnavailable(`GET ${name}`, `${atOnce} others are waited for`, { cause })
    }
  }

  async function fetchInto(name: string, inTime: AbortSignal): Promise<boolean> {
    const file = await media.open(name, inTime)
    if (!file) return false
    try {
      await copies.put(name, file.stream)
    } catch (error) {
      // Where this machine's own disk is full or fails, the pictures are still elsewhere.
      if (error instanceof StoreUnavailable || !isOfDisk(error)) throw error
      return true
    } finally {
      // Where nothing of it could be written, nobody has read it to its end.
      file.stream.destroy()
    }
    uncounted += file.size
    if (uncounted > room / 10) {
      uncounted = 0
      clearing = clearing.then(() => clearUp(copies, room * 0.9)).catch(() => {})
    }
    return true
  }

  /** The copy, whenever it was made. */
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

/** Leaves the files that were used last, `room` bytes of them. */
async function clearUp(copies: LocalMedia, room: number): Promise<void> {
  const skip = () => {}
  const files = await Array.fromAsync(copies.list(undefined, skip))
  let bytes = 0
  for (const file of files.sort((one, other) => other.putAt - one.putAt)) {
    bytes += file.bytes
    // A copy that can't be removed must not keep the others.
    if (bytes > room) await copies.remove(file).catch(skip)
  }
}
