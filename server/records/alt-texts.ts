import { contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { altFieldOf } from '#contract/pictures.ts'
import type { Database } from '#server/db/schema.ts'

/** The most URLs in one statement. */
const atOnce = 5_000

/** Returns the items with the alt texts of their images, including images in the trash. An image without an alt text adds none. */
export async function withAlts<Name extends ResourceName>(db: Database, name: Name, items: ItemOf<Name>[]): Promise<ItemOf<Name>[]> {
  const { get } = contract[name] as { get?: Endpoint }
  const shape = Object.keys(contract[name].restore.answer.shape)
  const fields = shape.filter((field) => get?.altFields?.includes(altFieldOf(field)))
  const values = items as unknown as Record<string, string | string[]>[]
  const alts = await altsOf(db, [...new Set(values.flatMap((item) => fields.flatMap((field) => item[field] ?? [])))].filter(Boolean))
  if (alts.size === 0) return items
  const altIn = (value: string | string[] | undefined) => {
    if (!Array.isArray(value)) return alts.get(value ?? '')
    return value.some((url) => alts.has(url)) ? value.map((url) => alts.get(url) ?? null) : undefined
  }
  return values.map((item) => ({
    ...item,
    ...Object.fromEntries(fields.map((field) => [altFieldOf(field), altIn(item[field])])),
  })) as unknown as ItemOf<Name>[]
}

/** Returns the alt texts by URL, '' for a decorative image. Images without an alt text are missing. */
async function altsOf(db: Database, urls: readonly string[]): Promise<Map<string, string>> {
  const alts = new Map<string, string>()
  for (let start = 0; start < urls.length; start += atOnce) {
    const found = await db
      .selectFrom('images')
      .select(['url', 'altText'])
      .where('url', 'in', urls.slice(start, start + atOnce))
      .where((eb) => eb.or([eb('altText', '<>', ''), eb('decorative', '=', 1)]))
      .execute()
    for (const { url, altText } of found) alts.set(url, altText)
  }
  return alts
}
