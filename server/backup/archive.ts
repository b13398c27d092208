import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { syncFolder } from '#server/db/data-folder.ts'

/** A file in an archive. Each fits into memory. */
export type Entry = { name: string; content: Uint8Array }

/** The most bytes that may wait for the disk. */
const mostWaiting = 1024 * 1024

/** Adds a file to an archive that is being written. */
export type Add = (entry: Entry) => Promise<void>

/** The archive can't be used; the message is a sentence that says why. */
export class UnusableArchive extends Error {}

/** In bytes. No part of a table, picture or manifest is larger. */
const largestEntry = 256 * 1024 * 1024

/** The seal after the end of the tar file, where tar programs no longer read: the SHA-256 of all bytes before it. */
const sealOf = (hash: string) => `\nsealed sha256 ${hash}\n`
const sealLength = sealOf('0'.repeat(64)).length

/**
 * Writes a tar file in which truncation and changes are detected. `path` holds the complete file or nothing, also after
 * `kill -9` or a power cut. An existing file is replaced.
 */
export async function writeArchive(path: string, fill: (add: Add) => Promise<void>): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await writeAll(file, fill)
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await file.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeAll(file: FileHandle, fill: (add: Add) => Promise<void>) {
  const hash = createHash('sha256')
  const { readable, controller } = createTarPacker()
  const written = (async () => {
    let waiting = 0
    for await (const chunk of readable) {
      hash.update(chunk)
      await file.writeFile(chunk)
      waiting += chunk.byteLength
      // A disk with hundreds of megabytes to write delays every change that has to be synced.
      if (waiting > mostWaiting) {
        const begun = performance.now()
        await file.datasync()
        await pause(performance.now() - begun)
        waiting = 0
      }
    }
  })()
  const filled = fill(async ({ name, content }) => {
    const entry = controller.add({ name, size: content.byteLength, type: 'file', mode: 0o600 }).getWriter()
    await entry.write(content)
    await entry.close()
  }).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  // A write error also aborts `fill`. The write error is thrown first, because it is the cause. Both are awaited, so `fill` reads nothing afterwards.
  for (const ended of await Promise.allSettled([written, filled])) if (ended.status === 'rejected') throw ended.reason
  await file.writeFile(sealOf(hash.digest('hex')))
}

/** Reads every byte. Throws `UnusableArchive` if the file is incomplete or altered. */
export async function requireWhole(path: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: (await endOf(path)) - 1 })) hash.update(chunk as Buffer)
  if ((await readSeal(path)) !== sealOf(hash.digest('hex'))) throw new UnusableArchive(`${path} is damaged: its checksum does not match.`)
}

/** Yields the files of an archive that `requireWhole` has checked, one after the other. Files that `isExpected` doesn't name are refused. */
export async function* readArchive(path: string, isExpected: (name: string) => boolean): AsyncGenerator<Entry> {
  // Node's types declare a ReadableStream of their own.
  const bytes = Readable.toWeb(createReadStream(path, { end: (await endOf(path)) - 1 })) as unknown as ReadableStream<
    Uint8Array<ArrayBuffer>
  >
  const files = bytes.pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of files) {
      const { name, size, type } = header
      if (type !== 'file' || !isExpected(name))
        throw new UnusableArchive(`${path} contains "${name}", which is not part of a MovieBox backup.`)
      if (size > largestEntry) throw new UnusableArchive(`${path} contains "${name}", which is too large for a MovieBox backup.`)
      yield { name, content: new Uint8Array(await new Response(body).arrayBuffer()) }
    }
  } catch (error) {
    // The decoder's errors have no code; the disk's errors have one.
    if (error instanceof UnusableArchive || (error as { code?: unknown }).code !== undefined) throw error
    throw new UnusableArchive(`${path} is damaged and can't be read completely.`, { cause: error })
  }
}

/** Returns the offset where the tar file ends and its seal begins. */
async function endOf(path: string): Promise<number> {
  const file = await open(path)
  const { size } = await file.stat().finally(() => file.close())
  if (size <= sealLength) throw notWhole(path)
  return size - sealLength
}

async function readSeal(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(sealLength), 0, sealLength, await endOf(path))
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}

const notWhole = (path: string) => new UnusableArchive(`${path} is not a MovieBox backup, or is incomplete.`)
