import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { imageFileName } from '#contract/pictures.ts'
import { isStorageFull } from '#server/db/errors.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'

/** A stored file, open: whoever asked for it reads the stream to its end or destroys it. `size` in bytes. */
export type OpenFile = { stream: Readable; size: number }

/** A file in the store, `<hash>/<width>.webp`, of `bytes` bytes. `putAt` in milliseconds since 1970, by the clock of what stores it. */
export type StoredFile = { name: string; bytes: number; putAt: number }

/**
 * Where rendered images are kept, each as `<hash>/<width>.webp`: a folder (`localMedia`) or a bucket (`bucketMedia`). A failing disk shows as
 * its own error (`ENOSPC`, ...), a failing store as `StoreUnavailable`.
 */
export type Media = {
  /** Stores a file durably: when it answers, the file survives a power cut. One of that name is replaced. */
  put(name: string, content: Uint8Array): Promise<void>
  /** `undefined` where there is no such file, or `name` is none. `signal` ends the waiting for a store. */
  open(name: string, signal?: AbortSignal): Promise<OpenFile | undefined>
  /** The files of one image, or of all, those of an image one after the other. Where `skip` is given, it hears of each image whose folder can't be read. */
  list(hash?: string, skip?: Report): AsyncIterable<StoredFile>
  /** Removes the file as it was listed: one that was put in its place since then stays. */
  remove(file: StoredFile): Promise<void>
}

/** Hears of a picture (`<hash>`, or `<hash>/<width>.webp`) that work on all of them had to leave out, and why. */
export type Report = (name: string, error: unknown) => void

/** What came from a store isn't what was put there. */
export class DamagedObject extends StoreUnavailable {}

/** All of a file, or the problem with it as `problemOf` says it; `undefined` where there is no such file, or none any more. */
export async function contentOf(media: Media, name: string): Promise<Uint8Array | string | undefined> {
  try {
    const file = await media.open(name)
    return file && (await buffer(file.stream))
  } catch (error) {
    return problemOf(media, name, error)
  }
}

/**
 * The problem with one file, as the end of a sentence: "is damaged", "can't be read (EIO)". Rethrows an error that is not about this file: a bug, a
 * full disk, or a store that doesn't answer any more, which would fail for every other file as well.
 */
export async function problemOf(media: Media, name: string, error: unknown): Promise<string> {
  if (error instanceof DamagedObject) return 'is damaged'
  if (error instanceof StoreUnavailable) {
    // A store that still lists the image is there: the problem is this file's own.
    for await (const _ of media.list(name.split('/')[0])) break
    return `can't be read (${error.reason})`
  }
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string' || typeof syscall !== 'string' || isStorageFull(error)) throw error
  return `can't be read (${code})`
}

const hashName = /^[0-9a-f]{64}$/

export const isHash = (name: string): boolean => hashName.test(name)

/** Answers `name`, or throws where no file of an image is called that: it might lead elsewhere. */
export function requireFileName(name: string): string {
  if (imageFileName.test(name)) return name
  throw new Error(`${JSON.stringify(name)} is no name of a picture's file.`)
}
