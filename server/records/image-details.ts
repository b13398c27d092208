import { contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { altFieldOf, type FocalPoint, focalFieldOf } from '#contract/pictures.ts'
import type { Database } from '#server/db/schema.ts'

/** The most URLs in one statement. */
const atOnce = 5_000

/** The details of an image that records carry beside each use. `alt` is '' for a decorative image. */
type Details = { alt?: string | undefined; focalPoint?: FocalPoint | undefined }

type Values = Record<string, string | string[] | undefined>

/** Returns the items with the alt texts and focal points of their images, including images in the trash. An image without a detail adds none. */
export async function withImageDetails<Name extends ResourceName>(
  db: Database,
  name: Name,
  items: ItemOf<Name>[],
): Promise<ItemOf<Name>[]> {
  const { get } = contract[name] as { get?: Endpoint }
  const shape = Object.keys(contract[name].restore.answer.shape)
  const fields = shape.filter((field) => get?.imageFields?.includes(altFieldOf(field)))
  const values = items as unknown as Values[]
  const urls = new Set(values.flatMap((item) => fields.flatMap((field) => item[field] ?? [])))
  const details = await detailsOf(db, [...urls].filter(Boolean))
  if (details.size === 0) return items
  return values.map((item) => Object.assign({ ...item }, ...fields.map((field) => detailsBeside(field, item[field], details))))
}

function detailsBeside(field: string, value: string | string[] | undefined, details: Map<string, Details>): object {
  const [altField, focalField] = [altFieldOf(field), focalFieldOf(field, Array.isArray(value))]
  if (!Array.isArray(value)) {
    const { alt, focalPoint } = details.get(value ?? '') ?? {}
    return { [altField]: alt, [focalField]: focalPoint }
  }
  const each = value.map((url) => details.get(url) ?? {})
  return {
    [altField]: each.some(({ alt }) => alt !== undefined) ? each.map(({ alt }) => alt ?? null) : undefined,
    [focalField]: each.some(({ focalPoint }) => focalPoint) ? each.map(({ focalPoint }) => focalPoint ?? null) : undefined,
  }
}

/** Returns the details of the images at these URLs, by URL. Images without any are missing. */
async function detailsOf(db: Database, urls: readonly string[]): Promise<Map<string, Details>> {
  const details = new Map<string, Details>()
  for (let start = 0; start < urls.length; start += atOnce) {
    const found = await db
      .selectFrom('images')
      .select(['url', 'altText', 'decorative', 'focalX', 'focalY'])
      .where('url', 'in', urls.slice(start, start + atOnce))
      .where((eb) => eb.or([eb('altText', '<>', ''), eb('decorative', '=', 1), eb('focalX', 'is not', null)]))
      .execute()
    for (const { url, altText, decorative, focalX: x, focalY: y } of found)
      details.set(url, {
        alt: altText !== '' || decorative === 1 ? altText : undefined,
        focalPoint: x === null || y === null ? undefined : { x, y },
      })
  }
  return details
}
