import { type Expression, type SqlBool, sql } from 'kysely'
import type { Image, StoredImage } from '#contract/images.ts'
import type { Database, ImageRow, Transaction } from '#server/db/schema.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { TransactAsCaller } from '#server/http/serve.ts'
import type { Author } from '#server/records/author.ts'
import { recordMetadata } from '#server/records/fields.ts'
import { isImageSeenOn, usesOf } from '#server/records/image-uses.ts'
import { recordsOf } from '#server/records/repository.ts'
import type { Own } from '#server/records/repository-options.ts'

export const imageRecords = recordsOf('images', {
  present,
  custom: { used: { where: isUsed }, described: { where: () => sql`(alt_text = '' and decorative = 0)` } },
  isPublic: isImageSeenOn,
  beforeErase: requireUnused,
})

/** The details of a new image. */
const undescribed = { altText: '', decorative: 0, focalX: null, focalY: null }

/** The columns of an image whose files are in place. */
export type NewImage = Omit<Own<'images'>, 'used' | keyof typeof undescribed>

/** The uses of an image are no part of the record: `withUses` adds them to an answer. */
function present(row: ImageRow): Image {
  const { name, altText, decorative, focalX, focalY, url, width, height, bytes } = row
  const details = { name, altText, decorative: decorative === 1, focalX, focalY }
  return { ...recordMetadata(row), ...details, url, width, height, bytes, usedBy: [], usedByCount: 0 }
}

/** Returns the condition that a record outside the trash shows the image. */
function isUsed(option: string): Expression<SqlBool> {
  return sql`used = ${option === 'yes' ? 1 : 0}`
}

/** Returns the images with their uses; with `publicOn`, only those that the public sees on that day. */
export async function withUses<Some extends Image>(db: Database, images: Some[], publicOn?: string): Promise<Some[]> {
  const uses = await usesOf(
    db,
    images.map(({ url }) => url),
    publicOn,
  )
  return images.map((image) => {
    const { first = [], count = 0 } = uses.get(image.url) ?? {}
    return { ...image, usedBy: first, usedByCount: count }
  })
}

/** Returns the image made of the bytes with this hash, also from the trash. */
export const findByHash = (db: Database, hash: string): Promise<ImageRow | undefined> =>
  db.selectFrom('images').selectAll().where('hash', '=', hash).executeTakeFirst()

/** The newest live image called `name`, or a 404 `HttpError`. */
export async function findByName(db: Database, name: string): Promise<ImageRow> {
  const row = await db
    .selectFrom('images')
    .selectAll()
    .where('name', '=', name)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row) throw notFound('image')
  return row
}

/** The address of an image, deleted or not, or a 404 `HttpError`. */
export async function addressOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('images').select('url').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('image')
  return row.url
}

/** Records all images or none. Known bytes return their existing image, restored from the trash if necessary. */
export async function recordImages(transactAsCaller: TransactAsCaller, images: NewImage[], by: Author): Promise<StoredImage[]> {
  // If another upload records the same bytes first, `transactAsCaller` runs this again, and it finds that row.
  return transactAsCaller(async (trx) => {
    const recorded: StoredImage[] = []
    for (const image of images) recorded.push(await recordImage(trx, image, by))
    return recorded
  })
}

async function recordImage(trx: Transaction, image: NewImage, by: Author): Promise<StoredImage> {
  const known = await findByHash(trx, image.hash)
  if (!known) return { ...(await imageRecords.create(trx, { ...image, ...undescribed, used: 0 }, by)), wasThere: false }
  // Lost files have been stored again, which is no visible change of the image.
  if (image.digests !== '' && image.digests !== known.digests)
    await trx.updateTable('images').set({ digests: image.digests }).where('id', '=', known.id).execute()
  if (known.deletedAt === null) return { ...present(known), wasThere: true }
  const restored = await imageRecords.restore(trx, known, {}, by)
  if (known.name === image.name) return { ...restored, wasThere: false }
  const renamed = await imageRecords.update(trx, await imageRecords.find(trx, known.id), { name: image.name }, by)
  return { ...renamed, wasThere: false }
}

/** Throws a 409 `HttpError` if a record still shows the image that is to be erased. */
async function requireUnused(trx: Transaction, { url }: ImageRow): Promise<void> {
  const [use] = (await usesOf(trx, [url])).get(url)?.first ?? []
  if (use) throw conflict('in_use', `"${use.title}" still uses this image. Choose another image there first.`)
}
