import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** A stored file, open: whoever asked for it reads the stream to its end or destroys it. `size` in bytes. */
export type OpenFile = { stream: Readable; size: number }

/** Where rendered images are kept, each as `<hash>/<width>.webp`. A failing disk shows as its own error (`ENOSPC`, ...). */
export type Media = {
  /** A folder for uploads that are still being looked at. */
  incoming: string
  /** Stores a file durably: when it answers, the file survives a power cut. */
  put(name: string, content: Uint8Array): Promise<void>
  /** `undefined` where there is no such file, or `name` is none. */
  open(name: string): Promise<OpenFile | undefined>
  /** The names of the files of one image. */
  list(hash: string): Promise<string[]>
  /** Removes the files of one image. */
  remove(hash: string): Promise<void>
  /** Notes that the files of `hash` may not be recorded yet, so that `sweep` finds them after a crash. */
  mark(hash: string): Promise<void>
  unmark(hash: string): Promise<void>
  /**
   * Removes what a crash left: unfinished uploads, and the files of marked images that aren't in `recorded`.
   * Leaves alone what is younger than `olderThan` milliseconds: another server may be at work on it.
   */
  sweep(recorded: ReadonlySet<string>, olderThan: number): Promise<void>
}

const fileName = /^[0-9a-f]{64}\/\d{1,4}\.webp$/
const hashName = /^[0-9a-f]{64}$/

/** Media on the local disk, in `media` and `incoming` under `dataDir`, which must lie on one file system. */
export async function localMedia(dataDir: string): Promise<Media> {
  const root = join(dataDir, 'media')
  const incoming = join(dataDir, 'incoming')
  await mkdir(root, { recursive: true })
  await mkdir(incoming, { recursive: true })
  const folderOf = (hash: string) => join(root, valid(hashName, hash))

  const remove = async (hash: string) => rm(folderOf(hash), { recursive: true, force: true })
  const unmark = async (hash: string) => rm(join(incoming, valid(hashName, hash)), { force: true })

  return {
    incoming,
    remove,
    unmark,

    async put(name, content) {
      const file = join(root, valid(fileName, name))
      const folder = dirname(file)
      const temporary = join(incoming, `${randomUUID()}.part`)
      try {
        await writeFile(temporary, content, { flag: 'wx', flush: true })
        await mkdir(folder, { recursive: true })
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(folder)
      await syncFolder(root)
    },

    async open(name) {
      if (!fileName.test(name)) return undefined
      const file = await open(join(root, name)).catch(ifMissing(undefined))
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },

    list: async (hash) => (await readdir(folderOf(hash)).catch(ifMissing([]))).map((file) => `${hash}/${file}`),

    mark: async (hash) => writeFile(join(incoming, valid(hashName, hash)), ''),

    async sweep(recorded, olderThan) {
      for (const name of await readdir(incoming)) {
        const found = await stat(join(incoming, name)).catch(ifMissing(undefined))
        if (!found || found.mtimeMs > Date.now() - olderThan) continue
        if (hashName.test(name) && !recorded.has(name)) await remove(name)
        await rm(join(incoming, name), { force: true })
      }
    },
  }
}

function valid(pattern: RegExp, name: string): string {
  if (!pattern.test(name)) throw new Error(`${JSON.stringify(name)} is not a name in the media folder.`)
  return name
}

/** A rename is only durable once its folder is; Windows can't sync folders and doesn't need to. */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function ifMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if ((error as { code?: unknown }).code === 'ENOENT') return instead
    throw error
  }
}
