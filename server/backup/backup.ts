import { createHash } from 'node:crypto'
import { imageFile, renditions } from '#contract/pictures.ts'
import type { Database } from '#server/db/schema.ts'
import { contentOf, type Media } from '#server/images/media.ts'
import { type Add, writeArchive } from './archive.ts'
import { digest, type Manifest, manifestName, partOf, pictureEntry } from './manifest.ts'
import { columnsIn, inSnapshot, type Row, rowsOf } from './tables.ts'

type Source = {
  db: Database
  /** `undefined`: the pictures stay out of it. */
  media: Media | undefined
  /** Hears how far it is: so many of so many images. */
  progress?: (done: number, of: number) => void
}

/** Exit code of `npm run backup` where the backup was made and lacks pictures: they are missing, damaged or can't be read. */
export const incomplete = 2

/** From how many characters on a part of a table is full. */
const partSize = 4_000_000

/**
 * Writes the database as it is at one moment, and the pictures that it names, into one archive at `path`; the product may serve and be
 * changed meanwhile. Answers what is in it. What fails leaves nothing at `path`.
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
    // The database stands still only for its rows: the file of a picture never changes, and none goes within a day.
    if (media) {
      manifest.pictures = []
      for (const [index, { hash, url }] of images.entries()) {
        progress(index, images.length)
        const files = renditions(url).map(({ width }) => imageFile(hash, width))
        // Read at the same time: a store takes its time to answer each.
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

/** Answers the images that the rows name. */
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

/** The same on both databases. */
const lineOf = (row: Row, columns: readonly string[]) => JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))

async function addPicture(name: string, content: Uint8Array | string | undefined, { pictures, missing }: Manifest, add: Add) {
  // A file that is lost or can't be read must not cost the rest.
  if (!(content instanceof Uint8Array)) return missing.push(name)
  await add({ name: pictureEntry(name), content })
  return pictures?.push({ name, bytes: content.byteLength, sha256: digest(content) })
}
