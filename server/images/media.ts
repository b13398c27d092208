import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { imageFileName } from '#contract/images.ts'
import { syncFolder } from '#server/data-folder.ts'

/** A stored file, open: whoever asked for it reads the stream to its end or destroys it. `size` in bytes. */
export type OpenFile = { stream: Readable; size: number }

/** A file in the store, `<hash>/<width>.webp`. `putAt` in milliseconds since 1970. */
export type StoredFile = { name: string; putAt: number }

/** Where rendered images are kept, each as `<hash>/<width>.webp`. A failing disk shows as its own error (`ENOSPC`, ...). */
export type Media = {
  /** A folder of this machine for uploads that are still being looked at. */
  incoming: string
  /** Stores a file durably: when it answers, the file survives a power cut. One of that name is replaced. */
  put(name: string, content: Uint8Array): Promise<void>
  /** `undefined` where there is no such file, or `name` is none. */
  open(name: string): Promise<OpenFile | undefined>
  /** The files of one image, or of all, those of an image one after the other. */
  list(hash?: string): AsyncIterable<StoredFile>
  /** Removes the file as it was listed: one that was put in its place since then stays. */
  remove(file: StoredFile): Promise<void>
}

const hashName = /^[0-9a-f]{64}$/

/** Media on the local disk, in `media` and `incoming` under `dataDir`, which must lie on one file system. Several servers may share it. */
export async function localMedia(dataDir: string): Promise<Media> {
  const root = join(dataDir, 'media')
  const incoming = join(dataDir, 'incoming')
  await mkdir(root, { recursive: true })
  await mkdir(incoming, { recursive: true })
  const pathOf = (name: string) => join(root, valid(imageFileName, name))

  async function* filesOf(hash: string): AsyncGenerator<StoredFile> {
    for (const file of await readdir(join(root, valid(hashName, hash))).catch(ifMissing([]))) {
      const name = `${hash}/${file}`
      const found = imageFileName.test(name) ? await stat(join(root, name)).catch(ifMissing(undefined)) : undefined
      if (found) yield { name, putAt: found.mtimeMs }
    }
  }

  return {
    incoming,

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

    async *list(hash) {
      if (hash !== undefined) return yield* filesOf(hash)
      for (const folder of await readdir(root)) if (hashName.test(folder)) yield* filesOf(folder)
    },

    async remove({ name, putAt }) {
      const file = pathOf(name)
      const aside = join(incoming, `${randomUUID()}.part`)
      // Whatever lies there is taken out of the way before it is looked at: nobody can put another file in between.
      if (await rename(file, aside).then(() => true, ifMissing(false))) {
        if ((await stat(aside)).mtimeMs > putAt) await moveInto(aside, file)
        else await rm(aside)
      }
      await rmdir(dirname(file)).catch(() => {})
    },
  }
}

function valid(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new Error(`${JSON.stringify(name)} is not a name in the media folder.`)
  return name
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

function ifMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if ((error as { code?: unknown }).code === 'ENOENT') return instead
    throw error
  }
}
