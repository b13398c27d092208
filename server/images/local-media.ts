import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { imageFileName } from '#contract/pictures.ts'
import { syncFolder } from '#server/db/data-folder.ts'
import { isHash, type Media, requireFileName, type StoredFile } from './media.ts'

export type LocalMedia = Media & {
  /** Accepts content in pieces, too: if they break off, nothing is stored. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Sets the file's put time to now, if the file exists. */
  touch(name: string): Promise<void>
}

/** Returns the folder under `dataDir` for unfinished files: uploads that are being checked, and files that are being put. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming')

/** Media on the local disk, in `media` and `incoming` under `dataDir`, which must lie on one file system. Several servers may share it. */
export async function localMedia(dataDir: string): Promise<LocalMedia> {
  const root = join(dataDir, 'media')
  const incoming = incomingFolder(dataDir)
  await mkdir(root, { recursive: true })
  await mkdir(incoming, { recursive: true })
  const pathOf = (name: string) => join(root, requireFileName(name))

  async function* filesOf(hash: string): AsyncGenerator<StoredFile> {
    for (const file of await readdir(join(root, hash)).catch(ifMissing([]))) {
      const name = `${hash}/${file}`
      const found = imageFileName.test(name) ? await stat(join(root, name)).catch(ifMissing(undefined)) : undefined
      if (found) yield { name, bytes: found.size, putAt: found.mtimeMs }
    }
  }

  return {
    async put(name, content) {
      const file = pathOf(name)
      const temporary = join(incoming, `${randomUUID()}.part`)
      try {
        await writeFile(temporary, content, { flag: 'wx', flush: true })
        await moveInto(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(file))
      await syncFolder(root)
    },

    async open(name) {
      if (!imageFileName.test(name)) return undefined
      const file = await open(join(root, name)).catch(ifMissing(undefined))
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },

    async *list(hash, skip = rethrow) {
      for (const folder of hash === undefined ? await readdir(root) : [hash]) {
        if (!isHash(folder)) continue
        yield* await Array.fromAsync(filesOf(folder)).catch((error: unknown): StoredFile[] => {
          skip(folder, error)
          return []
        })
      }
    },

    async remove({ name, putAt }) {
      const file = pathOf(name)
      const aside = join(incoming, `${randomUUID()}.part`)
      // The file is moved aside before its time is read, so that no other file can take its place in between.
      if (await rename(file, aside).then(() => true, ifMissing(false))) {
        if ((await stat(aside)).mtimeMs > putAt) await moveInto(aside, file)
        else await rm(aside)
      }
      await rmdir(dirname(file)).catch(() => {})
    },

    async touch(name) {
      const now = new Date()
      await utimes(pathOf(name), now, now).catch(ifMissing(undefined))
    },
  }
}

/** Renames a file into a folder that `remove` may be taking away because it is empty. */
async function moveInto(from: string, to: string) {
  for (let tries = 3; ; tries--) {
    try {
      await mkdir(dirname(to), { recursive: true })
      return await rename(from, to)
    } catch (error) {
      if (tries === 1 || (error as { code?: unknown }).code !== 'ENOENT') throw error
    }
  }
}

function rethrow(_: string, error: unknown): never {
  throw error
}

function ifMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if ((error as { code?: unknown }).code === 'ENOENT') return instead
    throw error
  }
}
