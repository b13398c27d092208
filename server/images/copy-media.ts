import { hash } from 'node:crypto'
import { limitConcurrency } from '#server/http/limit-concurrency.ts'
import { contentOf, type Media, type StoredFile } from './media.ts'

/** The number of files copied at a time, because a store is slow to answer each. */
const atOnce = 16

/** The numbers of files that were put and that existed already, and the names of files that are damaged or unreadable in the source. */
export type Copied = { put: number; bytes: number; there: number; damaged: string[] }

/**
 * Copies every picture file that `to` lacks or has with other bytes. Each copy is read back; if its SHA-256 differs from that in `from`, this throws.
 * Files copied before stay, so a failed copy can be repeated. Files put or removed meanwhile may be included or not.
 */
export async function copyMedia(from: Media, to: Media, progress: (done: number, of: number) => void): Promise<Copied> {
  const copied: Copied = { put: 0, bytes: 0, there: 0, damaged: [] }
  const skip = (name: string) => copied.damaged.push(name)
  const [files, sizes] = await Promise.all([Array.fromAsync(from.list(undefined, skip)), sizesIn(to)])
  const failed = new AbortController()
  const inTurn = limitConcurrency(atOnce)
  let done = 0

  async function copy({ name }: StoredFile) {
    const content = await contentOf(from, name)
    if (typeof content === 'string') copied.damaged.push(name)
    else if (content && sizes.get(name) === content.byteLength && (await isThere(to, name, content))) copied.there++
    else if (content) {
      await to.put(name, content)
      if (!(await isThere(to, name, content))) throw new Error(`${name} does not match the copied file.`)
      copied.put++
      copied.bytes += content.byteLength
    }
    progress(++done, files.length)
  }

  // The first failure ends the waiting of the others; copies that have begun finish.
  await Promise.allSettled(files.map((file) => inTurn(failed.signal, () => copy(file)).catch((error: unknown) => failed.abort(error))))
  failed.signal.throwIfAborted()
  return copied
}

async function sizesIn(media: Media): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of media.list()) sizes.set(name, bytes)
  return sizes
}

async function isThere(media: Media, name: string, content: Uint8Array): Promise<boolean> {
  const found = await contentOf(media, name)
  return found instanceof Uint8Array && hash('sha256', found) === hash('sha256', content)
}
