import { createHash } from 'node:crypto'
import { imageFile, renditions } from '#contract/pictures.ts'
import type { Database } from '#server/db/schema.ts'
import { contentOf, type Media } from '#server/images/media.ts'
import { type Add, writeArchive } from './archive.ts'
import { digest, type Manifest, manifestName, partOf, pictureEntry } from './manifest.ts'
import { columnsIn, inSnapshot, type Row, rowsOf } from './tables.ts'

type Source = {
  db: Database
  /** `undefined` leaves the pictures out. */
  media: Media | undefined
  /** Reports progress: the number of finished images, and of all. */
  progress?: (done: number, of: number) => void
}

/** The exit code of `npm run backup` for a backup that lacks pictures: they are missing, damaged or unreadable. */
export const incomplete = 2

/** The size in characters at which a part of a table is full. */
const partSize = 4_000_000

/**
 * Writes a snapshot of the database, and the pictures that it names, into one archive at `path`. The product may serve and take
 * changes meanwhile. Returns the manifest. A failure leaves nothing at `path`.
 */
export async function backUp(path: string, { db, media, progress = () => {} }: Source): Promise<Manifest> {
  const manifest: Manifest = {
    product: 'MovieBox',
    format: 1,
    madeAt: now(),
    upTo: null,
    migrations: [],
    tables: {},
    pictures: null,
    missing: [],
  }
  await writeArchive(path, async (add) => {
    const images = await inSnapshot(db, (snapshot) => addTables(snapshot, manifest, add))
    // Only the rows need the snapshot: a picture's file never changes, and none is removed within a day.
    if (media) {
      manifest.pictures = []
      for (const [index, { hash, url }] of images.entries()) {
        progress(index, images.length)
        const files = renditions(url).map(({ width }) => imageFile(hash, width))
        // Read concurrently, because a store is slow to answer each.
        const contents = await Promise.all(files.map((name) => contentOf(media, name)))
        for (const [nth, name] of files.entries()) await addPicture(name, contents[nth], manifest, add)
      }
      progress(images.length, images.length)
    }
    await add({ name: manifestName, content: Buffer.from(JSON.stringify(manifest)) })
  })
  return manifest
}

const now = () => new Date().toISOString()

/** Adds the tables. Returns the images that the rows name. */
async function addTables(db: Database, manifest: Manifest, add: Add): Promise<{ hash: string; url: string }[]> {
  manifest.migrations = (await db.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
  manifest.upTo = (await db.selectFrom('history').select(['id', 'at']).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null
  for (const [table, columns] of await columnsIn(db)) manifest.tables[table] = await addTable(db, table, columns, add)
  return db.selectFrom('images').select(['hash', 'url']).orderBy('id').execute()
}

async function addTable(db: Database, table: string, columns: readonly string[], add: Add): Promise<Manifest['tables'][string]> {
  const hash = createHash('sha256')
  let [rows, parts, part] = [0, 0, '']
  const end = async () => {
    const content = Buffer.from(part)
    hash.update(content)
    await add({ name: partOf(table, ++parts), content })
    part = ''
  }
  for await (const page of rowsOf(db, table, columns)) {
    rows += page.length
    for (const row of page) part += `${lineOf(row, columns)}\n`
    if (part.length >= partSize) await end()
  }
  if (part !== '') await end()
  return { rows, parts, sha256: hash.digest('hex') }
}

/** Returns a row as JSON, which is identical on both databases. */
const lineOf = (row: Row, columns: readonly string[]) => JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))

async function addPicture(name: string, content: Uint8Array | string | undefined, { pictures, missing }: Manifest, add: Add) {
  // A file that is lost or can't be read must not fail the backup.
  if (!(content instanceof Uint8Array)) return missing.push(name)
  await add({ name: pictureEntry(name), content })
  return pictures?.push({ name, bytes: content.byteLength, sha256: digest(content) })
}
