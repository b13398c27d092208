import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { imageFileName } from '#contract/pictures.ts'
import { isStorageFull } from '#server/db/errors.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'

/** An open stored file. The caller must read the stream to its end or destroy it. `size` in bytes. */
export type OpenFile = { stream: Readable; size: number }

/** A file in the store, `<hash>/<width>.webp`, of `bytes` bytes. `putAt` in milliseconds since 1970, by the storage's clock. */
export type StoredFile = { name: string; bytes: number; putAt: number }

/**
 * The storage of rendered images, each as `<hash>/<width>.webp`: a folder (`localMedia`) or a bucket (`bucketMedia`). A failing disk throws
 * its own error (`ENOSPC`, ...), a failing store `StoreUnavailable`.
 */
export type Media = {
  /** Stores a file durably: once this resolves, the file survives a power cut. An existing file of that name is replaced. */
  put(name: string, content: Uint8Array): Promise<void>
  /** Opens a file. Returns `undefined` if it doesn't exist or `name` isn't valid. `signal` ends the waiting for a store. */
  open(name: string, signal?: AbortSignal): Promise<OpenFile | undefined>
  /** Lists the files of one image, or of all, grouped by image. `skip` is called for each image whose folder can't be read. */
  list(hash?: string, skip?: Report): AsyncIterable<StoredFile>
  /** Removes the file as listed: a file that has replaced it since then stays. */
  remove(file: StoredFile): Promise<void>
}

/** Reports a picture (`<hash>`, or `<hash>/<width>.webp`) that a task over all pictures left out, and why. */
export type Report = (name: string, error: unknown) => void

/** The bytes from a store differ from those that were put there. */
export class DamagedObject extends StoreUnavailable {}

/** Returns all bytes of a file, or the problem with it from `problemOf`; `undefined` if the file doesn't exist, or no longer. */
export async function contentOf(media: Media, name: string): Promise<Uint8Array | string | undefined> {
  try {
    const file = await media.open(name)
    return file && (await buffer(file.stream))
  } catch (error) {
    return problemOf(media, name, error)
  }
}

/**
 * Returns the problem with one file as the end of a sentence: "is damaged", "can't be read (EIO)". Rethrows an error that isn't about this
 * file: a bug, a full disk, or a store that no longer answers. Such an error would fail for every other file as well.
 */
export async function problemOf(media: Media, name: string, error: unknown): Promise<string> {
  if (error instanceof DamagedObject) return 'is damaged'
  if (error instanceof StoreUnavailable) {
    // A store that still lists the image works, so the problem is this file's own.
    for await (const _ of media.list(name.split('/')[0])) break
    return `can't be read (${error.reason})`
  }
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string' || typeof syscall !== 'string' || isStorageFull(error)) throw error
  return `can't be read (${code})`
}

const hashName = /^[0-9a-f]{64}$/

export const isHash = (name: string): boolean => hashName.test(name)

/** Returns `name`, or throws if it isn't the name of an image file: other names might lead to other folders. */
export function requireFileName(name: string): string {
  if (imageFileName.test(name)) return name
  throw new Error(`${JSON.stringify(name)} is not a valid image file name.`)
}
