import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import { type ImageUse, mostNamedUses } from '#contract/images.ts'
import { type ListRequest, parseOrder } from '#contract/listing.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'
import { keysetPage } from '#server/lists/cursor.ts'
import { and, type Condition, isWithin } from '#server/lists/filters.ts'

/** A record, the days on which the public sees it, and the URLs of the images that it uses, without duplicates. */
export type Using = Omit<Schema['imageUses'], 'url'> & { urls: readonly string[] }

/**
 * Throws a 422 for URLs that are not in the gallery, each under its field. URLs in `unchanged`, which the record already has, stay valid after the
 * image has left the gallery.
 */
export async function requireImages(trx: Transaction, wanted: Record<string, string>, unchanged: readonly string[]): Promise<void> {
  const fresh = Object.entries(wanted).filter(([, url]) => url !== '' && !unchanged.includes(url))
  if (fresh.length === 0) return
  const gone = await imagesGone(
    trx,
    fresh.map(([, url]) => url),
  )
  const unknown = fresh.filter(([, url]) => gone.has(url))
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(([field]) => [field, 'Choose an image from the gallery.'])))
}

/** Returns the URLs that are not in the gallery. */
export const imagesGone = (trx: Transaction, urls: readonly string[]): Promise<Set<string>> =>
  without(urls, () => imagesAt(trx, urls).where('deletedAt', 'is', null).execute())

/** Returns the URLs whose image was erased: not even the trash has it. */
export const imagesErased = (trx: Transaction, urls: readonly string[]): Promise<Set<string>> =>
  without(urls, () => imagesAt(trx, urls).execute())

/** Selects the images with a lock until the transaction ends, so that an image can't be erased before the record that uses it is stored. */
const imagesAt = (trx: Transaction, urls: readonly string[]) =>
  trx
    .selectFrom('images')
    .select('url')
    .where('url', 'in', urls)
    .$if(locksRows(trx), (query) => query.forKeyShare())

async function without(urls: readonly string[], found: () => Promise<{ url: string }[]>): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const known = new Set((await found()).map(({ url }) => url))
  return new Set(urls.filter((url) => !known.has(url)))
}

/** Replaces the stored image uses of a record; `had` are the URLs stored before. */
export async function keepUses(trx: Transaction, { urls, ...use }: Using, had: readonly string[]): Promise<void> {
  const changed = [...new Set([...had, ...urls])].filter((url) => !(had.includes(url) && urls.includes(url)))
  if (changed.length > 0) await holdImages(trx, changed)
  await fireAndForget(trx, trx.deleteFrom('imageUses').where('resource', '=', use.resource).where('recordId', '=', use.recordId))
  if (urls.length > 0) {
    const uses = urls.map((url) => ({ url, ...use }))
    await fireAndForget(trx, trx.insertInto('imageUses').values(uses))
  }
  if (changed.length > 0) await keepUsed(trx, changed)
}

/**
 * Makes other transactions that change the uses of these images wait. PostgreSQL detects by itself that two `serializable` transactions each remove
 * a use that the other one relies on, but not if one of them is `read committed`.
 */
async function holdImages(trx: Transaction, urls: readonly string[]): Promise<void> {
  if (locksRows(trx)) await trx.selectFrom('images').select('id').where('url', 'in', urls).orderBy('id').forNoKeyUpdate().execute()
}

/** Updates the `used` flag of images. Finding unused images through the uses alone would take time in proportion to the whole gallery. */
async function keepUsed(trx: Transaction, urls: readonly string[]): Promise<void> {
  const used = sql<number>`case when exists (select 1 from image_uses where image_uses.url = images.url) then 1 else 0 end`
  const images = trx.updateTable('images').set({ used }).where('url', 'in', urls)
  // On PostgreSQL, only a row that is written makes a waiting `serializable` transaction start again with the new uses.
  await fireAndForget(trx, locksRows(trx) ? images : images.where('used', '<>', used))
}

/** The uses of an image: the newest, at most `mostNamedUses`, and the total number. */
export type Uses = { first: ImageUse[]; count: number }

/** Returns the uses of the images at these URLs, by URL; with `publicOn`, only those that the public sees on that day. */
export async function usesOf(db: Database, urls: readonly string[], publicOn?: string): Promise<Map<string, Uses>> {
  if (urls.length === 0) return new Map()
  const seen = publicOn === undefined ? [] : [isSeenOn(publicOn)]
  const counts = await sql<{ url: string; n: number | string }>`select url, count(*) as n from image_uses
    where ${and([sql<boolean>`url in (${sql.join(urls)})`, ...seen])} group by url`.execute(db)
  const counted = counts.rows.map(({ url, n }) => ({ url, count: Number(n) }))
  const [few, many] = [counted.filter(({ count }) => count <= mostNamedUses), counted.filter(({ count }) => count > mostNamedUses)]
  const rows = few.length === 0 ? [] : await usesAt(db, few, seen).execute()
  for (const { url } of many) rows.push(...(await usesAt(db, [{ url }], seen).limit(mostNamedUses).execute()))
  const byUrl = Map.groupBy(rows, ({ url }) => url)
  return new Map(counted.map(({ url, count }) => [url, { first: (byUrl.get(url) ?? []).map(presentUse), count }]))
}

/** Returns one page of the uses of the image at `url`. Throws a 422 for a cursor of another list. */
export async function pageOfUses(db: Database, url: string, request: ListRequest): Promise<Page<ImageUse>> {
  const { limit, order, total: known } = request
  const { isReversed } = parseOrder(order)
  const { after, cut } = keysetPage('uses', request, ['recordId'])
  const all = db.selectFrom('imageUses').where('url', '=', url)
  const total = known ?? Number((await all.select(({ fn }) => fn.countAll().as('n')).executeTakeFirst())?.n)
  const page = after ? all.where('recordId', isReversed ? '>' : '<', String(after[0])) : all
  const rows = await page
    .selectAll()
    .orderBy('recordId', isReversed ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = cut(rows)
  return { items: shown.map(presentUse), total, next }
}

/** The condition that the public sees a use on `day`. */
const isSeenOn = (day: string) => isWithin({ from: 'showFrom', until: 'showUntil' }, day)

/** The condition that the public sees an image on `day`: not all of its uses are hidden. Few uses are hidden, so the query reads these first. */
export function isImageSeenOn(day: string): Condition {
  const hidden = sql`
    select url from image_uses where show_from > ${day} union all
    select url from image_uses where show_until <> '' and show_until < ${day}`
  const seen = sql`select 1 from image_uses where image_uses.url = images.url and ${isSeenOn(day)}`
  return sql`(images.url not in (${hidden}) or exists (${seen}))`
}

const usesAt = (db: Database, images: readonly { url: string }[], conditions: readonly Condition[]) =>
  db
    .selectFrom('imageUses')
    .selectAll()
    .where(
      'url',
      'in',
      images.map(({ url }) => url),
    )
    .where((eb) => eb.and([...conditions]))
    .orderBy('recordId', 'desc')

const presentUse = ({ resource, recordId, title }: Schema['imageUses']): ImageUse => ({ resource, _id: recordId, title })
