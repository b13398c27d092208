import { createHash, hash } from 'node:crypto'
import { imageFile, renditions } from '#contract/pictures.ts'
import { pagesById } from '#server/database/pages.ts'
import type { Database } from '#server/database/schema.ts'
import { DamagedObject, type Media } from './media.ts'

/** What is kept of files with these contents, by their widths: the column `digests`. */
export const digestsOf = (files: readonly { width: number; content: Uint8Array }[]): string =>
  JSON.stringify(Object.fromEntries(files.map(({ width, content }) => [width, hash('sha256', content)])))

/** The widths of the files that an image has. */
const widthsOf = (url: string) => renditions(url).map(({ width }) => width)

async function digestOf(media: Media, name: string): Promise<string | undefined> {
  const file = await media.open(name)
  if (!file) return undefined
  const digest = createHash('sha256')
  for await (const chunk of file.stream) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

/** A store that knows what was put tells by itself that it has something else. */
function unlessDamaged(error: unknown): null {
  if (error instanceof DamagedObject) return null
  throw error
}

/** How many images are looked at one after the other before the database is asked for more. */
const page = 100

type StoredImage = { id: string; name: string; hash: string; url: string; digests: string }

async function* imagesIn(db: Database, onlyNew: boolean): AsyncGenerator<StoredImage> {
  const ask = (after: string, size: number): Promise<StoredImage[]> =>
    db
      .selectFrom('images')
      // By name, they would not be found in a database of before they were kept.
      .selectAll()
      .where('id', '>', after)
      .$if(onlyNew, (query) => query.where('digests', '=', ''))
      .orderBy('id')
      .limit(size)
      .execute()
  for await (const images of pagesById(ask, page)) yield* images
}

/** Looks at the files of images of before there were digests, and keeps what they are now. */
export async function keepDigests(db: Database, media: Media, ended: AbortSignal): Promise<void> {
  for await (const { id, hash: folder, url } of imagesIn(db, true)) {
    const found: [width: number, digest: string][] = []
    for (const width of widthsOf(url)) {
      ended.throwIfAborted()
      const digest = await digestOf(media, imageFile(folder, width)).catch(unlessDamaged)
      if (digest) found.push([width, digest])
    }
    // What is missing or damaged is for `npm run verify` to tell.
    if (found.length < widthsOf(url).length) continue
    await db
      .updateTable('images')
      .set({ digests: JSON.stringify(Object.fromEntries(found)) })
      .where('id', '=', id)
      .where('digests', '=', '')
      .execute()
  }
}

/** Compares every file of every image, also of those in the trash, with what was stored. Answers how many there are, and what is wrong with which. */
export async function verifyPictures(db: Database, media: Media): Promise<{ files: number; findings: string[] }> {
  const findings: string[] = []
  let files = 0
  for await (const { name, hash: folder, url, digests } of imagesIn(db, false)) {
    const known = JSON.parse(digests || '{}') as Record<string, string>
    // All at once: a store takes its time to answer each.
    const found = await Promise.all(
      widthsOf(url).map(async (width) => ({ width, digest: await digestOf(media, imageFile(folder, width)).catch(unlessDamaged) })),
    )
    files += found.length
    for (const { width, digest } of found) {
      if (digest === undefined) findings.push(`${name}, ${width} pixels wide, is missing`)
      else if (digest === null || digest !== (known[width] ?? digest)) findings.push(`${name}, ${width} pixels wide, is damaged`)
    }
  }
  return { files, findings }
}
