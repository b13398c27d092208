import { type Expression, type SqlBool, sql } from 'kysely'
import type { Image } from '#contract/images.ts'
import { stamp } from '#server/database/fields.ts'
import { usesOf } from '#server/database/image-uses.ts'
import { type Author, type Own, records } from '#server/database/records.ts'
import type { Database, ImageRow, Transaction } from '#server/database/schema.ts'
import type { Transact } from '#server/http/serve.ts'
import { conflict, notFound } from '#server/refusals.ts'

export const imageRecords = records('images', {
  present,
  custom: { used: { where: isUsed } },
  letGo: requireUnused,
})

/** The columns of an image whose files are in place. */
export type NewImage = Omit<Own<'images'>, 'used'>

/** Where an image is used is no part of the record: `withUses` fills it in for an answer. */
function present(row: ImageRow): Image {
  const { name, url, width, height, bytes } = row
  return { ...stamp(row), name, url, width, height, bytes, usedBy: [], usedByCount: 0 }
}

/** Whether anything that isn't deleted shows the image. */
function isUsed(option: string): Expression<SqlBool> {
  return sql`used = ${option === 'yes' ? 1 : 0}`
}

export async function withUses(db: Database, images: Image[]): Promise<Image[]> {
  const uses = await usesOf(
    db,
    images.map(({ url }) => url),
  )
  return images.map((image) => {
    const { first = [], count = 0 } = uses.get(image.url) ?? {}
    return { ...image, usedBy: first, usedByCount: count }
  })
}

/** The image that was made of the bytes with this hash, also from the trash. */
const findByHash = (db: Database, hash: string): Promise<ImageRow | undefined> =>
  db.selectFrom('images').selectAll().where('hash', '=', hash).executeTakeFirst()

/** The newest live image called `name`, or a 404 `Refusal`. */
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

/** The address of an image, deleted or not, or a 404 `Refusal`. */
export async function addressOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('images').select('url').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('image')
  return row.url
}

/** Records all of them or none. Bytes that are known already give the image that they have, back from the trash where need be. */
export async function recordImages(transact: Transact, images: NewImage[], by: Author): Promise<Image[]> {
  // Where another upload records the same bytes first, `transact` runs this again, and it finds that row.
  return transact(async (trx) => {
    const recorded: Image[] = []
    for (const image of images) recorded.push(await recordImage(trx, image, by))
    return recorded
  })
}

async function recordImage(trx: Transaction, image: NewImage, by: Author): Promise<Image> {
  const known = await findByHash(trx, image.hash)
  if (!known) return imageRecords.create(trx, { ...image, used: 0 }, by)
  // Files that were lost have been put there again. That is no change of the image that anybody sees.
  if (image.digests !== '' && image.digests !== known.digests)
    await trx.updateTable('images').set({ digests: image.digests }).where('id', '=', known.id).execute()
  if (known.deletedAt === null) return present(known)
  const restored = await imageRecords.restore(trx, known, {}, by)
  if (known.name === image.name) return restored
  return imageRecords.update(trx, await imageRecords.find(trx, known.id), { name: image.name }, by)
}

/** Refuses (409) to take an image away for good that something still shows. */
async function requireUnused(trx: Transaction, { url }: ImageRow): Promise<void> {
  const [use] = (await usesOf(trx, [url])).get(url)?.first ?? []
  if (use) throw conflict('in_use', `"${use.title}" still shows this image. Give that another one first.`)
}
