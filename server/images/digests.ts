import { createHash, hash } from 'node:crypto'
import { imageFile, renditions } from '#contract/pictures.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Database } from '#server/db/schema.ts'
import { type Media, problemOf, type Report } from './media.ts'

/** Returns the column `digests` for files with these contents: their SHA-256 by width. */
export const digestsOf = (files: readonly { width: number; content: Uint8Array }[]): string =>
  JSON.stringify(Object.fromEntries(files.map(({ width, content }) => [width, hash('sha256', content)])))

/** The widths of the files that an image has. */
const widthsOf = (url: string) => renditions(url).map(({ width }) => width)

/** Returns the digest of a file, or the problem with it: that it is missing, or the text of `problemOf`. */
async function digestOf(media: Media, name: string): Promise<{ digest: string } | { problem: string }> {
  try {
    const file = await media.open(name)
    if (!file) return { problem: 'is missing' }
    const digest = createHash('sha256')
    for await (const chunk of file.stream) digest.update(chunk as Buffer)
    return { digest: digest.digest('hex') }
  } catch (error) {
    return { problem: await problemOf(media, name, error) }
  }
}

/** The number of images read from the database at a time. */
const page = 100

type StoredImage = { id: string; name: string; hash: string; url: string; digests: string }

async function* imagesIn(db: Database, onlyNew: boolean): AsyncGenerator<StoredImage> {
  const ask = (after: string, size: number): Promise<StoredImage[]> =>
    db
      .selectFrom('images')
      // An explicit list of columns would fail in a database from before `digests` existed.
      .selectAll()
      .where('id', '>', after)
      .$if(onlyNew, (query) => query.where('digests', '=', ''))
      .orderBy('id')
      .limit(size)
      .execute()
  for await (const images of pagesById(ask, page)) yield* images
}

/** Computes and stores the digests of images that have none yet. `report` is called for each file that can't be read. */
export async function keepDigests(db: Database, media: Media, ended: AbortSignal, report: Report = () => {}): Promise<void> {
  for await (const { id, hash: folder, url } of imagesIn(db, true)) {
    const found: [width: number, digest: string][] = []
    for (const width of widthsOf(url)) {
      ended.throwIfAborted()
      const name = imageFile(folder, width)
      const result = await digestOf(media, name)
      if ('digest' in result) found.push([width, result.digest])
      else report(name, result.problem)
    }
    // The next round tries again, and `npm run verify` names the file.
    if (found.length < widthsOf(url).length) continue
    await db
      .updateTable('images')
      .set({ digests: JSON.stringify(Object.fromEntries(found)) })
      .where('id', '=', id)
      .where('digests', '=', '')
      .execute()
  }
}

/** Compares every file of every image, also in the trash, with its stored digest. Returns the number of files and the findings. */
export async function verifyPictures(db: Database, media: Media): Promise<{ files: number; findings: string[] }> {
  const findings: string[] = []
  let files = 0
  for await (const { name, hash: folder, url, digests } of imagesIn(db, false)) {
    const known = JSON.parse(digests || '{}') as Record<string, string>
    // All widths at the same time, because a store is slow to answer each.
    const found = await Promise.all(
      widthsOf(url).map(async (width) => ({ width, result: await digestOf(media, imageFile(folder, width)) })),
    )
    files += found.length
    for (const { width, result } of found) {
      const isSound = 'digest' in result && result.digest === (known[width] ?? result.digest)
      if (!isSound) findings.push(`${name}, ${width} pixels wide, ${'problem' in result ? result.problem : 'is damaged'}`)
    }
  }
  return { files, findings }
}
