import type { Transaction } from '#server/database/schema.ts'
import { invalid } from '#server/refusals.ts'

/**
 * Refuses addresses that are no image of the gallery, each under its field ('image', 'images.2').
 * `kept` are the addresses that the record already has: they stay valid after the image has left the gallery.
 */
export async function requireImages(
  trx: Transaction,
  wanted: Record<string, string>,
  kept: readonly (string | undefined)[],
): Promise<void> {
  const fresh = Object.entries(wanted).filter(([, url]) => url !== '' && !kept.includes(url))
  if (fresh.length === 0) return
  const urls = fresh.map(([, url]) => url)
  const rows = await trx.selectFrom('images').select('url').where('url', 'in', urls).where('deletedAt', 'is', null).execute()
  const known = new Set(rows.map(({ url }) => url))
  const unknown = fresh.filter(([, url]) => !known.has(url))
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map(([field]) => [field, 'Choose an image from the gallery.'])))
}

/** The addresses of a list by the names of their fields: `images.0`, `images.1`. */
export const indexed = (field: string, urls: readonly string[]): Record<string, string> =>
  Object.fromEntries(urls.map((url, index) => [`${field}.${index}`, url]))
