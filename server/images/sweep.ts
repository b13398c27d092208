import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/schema.ts'
import { type Media, problemOf, type Report, type StoredFile } from './media.ts'

/** The age in milliseconds above which an unrecorded file is abandoned: uploads in progress on any server are younger. */
export const safeAge = { media: 24 * 3_600_000, incoming: 3_600_000 }

/** The number of images checked in one query. */
const batch = 100

type StoredImage = { hash: string; files: StoredFile[]; putAt: number }

/**
 * Removes the files put before `before` (milliseconds since 1970) that no image names, not even one in the trash.
 * Returns the number of images left alone because they seem to belong to another database, see docs/decisions. `report` is called for each file that
 * can't be removed and each image that can't be read; the sweep goes on.
 */
export async function sweep(db: Database, media: Media, before: number, signal?: AbortSignal, report: Report = () => {}): Promise<number> {
  const unnamed: StoredImage[] = []
  let named = 0
  for await (const images of inBatches(media, report)) {
    signal?.throwIfAborted()
    const nobodys = await withoutName(db, images)
    named += images.length - nobodys.length
    unnamed.push(...nobodys.filter(({ putAt }) => putAt < before))
  }
  // A new database beside an old folder must not cost the pictures.
  const beginning = await beginningOf(db)
  const foreign = new Set(unnamed.filter(({ putAt }) => putAt < beginning))
  const isForeign = foreign.size > named
  for (const image of unnamed) {
    signal?.throwIfAborted()
    if (isForeign && foreign.has(image)) continue
    // `remove` keeps files that were put again since the listing; this check keeps images recorded since.
    for (const { files } of await withoutName(db, [image])) for (const file of files) await removeFile(media, file, report)
  }
  return isForeign ? foreign.size : 0
}

async function removeFile(media: Media, file: StoredFile, report: Report) {
  try {
    await media.remove(file)
  } catch (error) {
    await problemOf(media, file.name, error)
    report(file.name, error)
  }
}

/** Removes entries of a local folder that were unfinished before `before`. `report` is called for each that can't be removed. */
export async function clearIncoming(folder: string, before: number, report: Report = () => {}): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another server that shares the folder may remove it first.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true, recursive: true }).catch((error: unknown) => report(name, error))
  }
}

async function* inBatches(media: Media, report: Report): AsyncGenerator<StoredImage[], void, undefined> {
  let images: StoredImage[] = []
  let last: StoredImage | undefined
  for await (const file of media.list(undefined, report)) {
    const [hash = ''] = file.name.split('/')
    if (hash !== last?.hash) {
      if (images.length === batch) {
        yield images
        images = []
      }
      last = { hash, files: [], putAt: 0 }
      images.push(last)
    }
    last.files.push(file)
    last.putAt = Math.max(last.putAt, file.putAt)
  }
  yield images
}

async function withoutName(db: Database, images: StoredImage[]): Promise<StoredImage[]> {
  if (images.length === 0) return []
  const hashes = images.map(({ hash }) => hash)
  const rows = await db.selectFrom('images').select('hash').where('hash', 'in', hashes).execute()
  const names = new Set(rows.map(({ hash }) => hash))
  return images.filter(({ hash }) => !names.has(hash))
}

/** Returns the database's creation time, in milliseconds since 1970: older files are no leftovers of its own uploads. */
async function beginningOf(db: Database): Promise<number> {
  const { at } = await db.selectFrom('migrations').select('at').orderBy('at').limit(1).executeTakeFirstOrThrow()
  return Date.parse(at)
}
