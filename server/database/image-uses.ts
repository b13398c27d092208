import { sql } from 'kysely'
import type { ImageUse } from '#contract/images.ts'
import { invalid } from '#server/refusals.ts'
import { fireAndForget } from './fire-and-forget.ts'
import { locksRows } from './row-locks.ts'
import type { Database, Transaction } from './schema.ts'

/** A record and the addresses of the images that it uses, each once. */
export type Using = { resource: string; recordId: string; title: string; urls: readonly string[] }

/**
 * Refuses addresses that are no image of the gallery, each under its field.
 * `kept` are the addresses that the record already has: they stay valid after the image has left the gallery.
 */
export async function requireImages(trx: Transaction, wanted: Record<string, string>, kept: readonly string[]): Promise<void> {
  const fresh = Object.entries(wanted).filter(([, url]) => url !== '' && !kept.includes(url))
  if (fresh.length === 0) return
  const gone = await imagesGone(
    trx,
    fresh.map(([, url]) => url),
  )
  const unknown = fresh.filter(([, url]) => gone.has(url))
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(([field]) => [field, 'Choose an image from the gallery.'])))
}

/** Those of the addresses that are no image of the gallery. */
export const imagesGone = (trx: Transaction, urls: readonly string[]): Promise<Set<string>> =>
  without(urls, () => imagesAt(trx, urls).where('deletedAt', 'is', null).execute())

/** Those of the addresses whose image was taken away for good: not even the trash has it. */
export const imagesErased = (trx: Transaction, urls: readonly string[]): Promise<Set<string>> =>
  without(urls, () => imagesAt(trx, urls).execute())

/** Locked until the transaction ends: an image that is read here can't be erased before the record that uses it is stored. */
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

/** Keeps where a record uses images, in place of what was kept of it before: `had` are the addresses of then. */
export async function keepUses(trx: Transaction, { resource, recordId, title, urls }: Using, had: readonly string[]): Promise<void> {
  await fireAndForget(trx, trx.deleteFrom('imageUses').where('resource', '=', resource).where('recordId', '=', recordId))
  if (urls.length > 0) {
    const uses = urls.map((url) => ({ url, resource, recordId, title }))
    await fireAndForget(trx, trx.insertInto('imageUses').values(uses))
  }
  const changed = [...new Set([...had, ...urls])].filter((url) => !(had.includes(url) && urls.includes(url)))
  if (changed.length > 0) await keepUsed(trx, changed)
}

/** An image's own row says whether anything uses it: to look for unused ones among the uses takes as long as the library is large. */
async function keepUsed(trx: Transaction, urls: readonly string[]): Promise<void> {
  const used = sql<number>`case when exists (select 1 from image_uses where image_uses.url = images.url) then 1 else 0 end`
  await fireAndForget(trx, trx.updateTable('images').set({ used }).where('url', 'in', urls).where('used', '<>', used))
}

/** Where the images at these addresses are used, by address. */
export async function usesOf(db: Database, urls: readonly string[]): Promise<Map<string, ImageUse[]>> {
  if (urls.length === 0) return new Map()
  const rows = await db.selectFrom('imageUses').selectAll().where('url', 'in', urls).orderBy('recordId', 'desc').execute()
  const byUrl = Map.groupBy(rows, ({ url }) => url)
  return new Map([...byUrl].map(([url, uses]) => [url, uses.map(({ resource, recordId, title }) => ({ resource, _id: recordId, title }))]))
}
