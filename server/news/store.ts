import type { ImageUse } from '#contract/images.ts'
import type { News, NewsInput } from '#contract/news.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, NewsRow, Transaction } from '#server/database/schema.ts'
import { indexed, requireImages } from '#server/images/references.ts'

export const newsRecords = records('news', 'News', present)

function present(row: NewsRow): News {
  const { title, image, date, description } = row
  return { ...stamp(row), title, image, date, description, gallery: galleryOf(row) }
}

export async function newsColumns(trx: Transaction, input: NewsInput, current: NewsRow | undefined) {
  const kept = current ? [current.image, ...galleryOf(current)] : []
  await requireImages(trx, { image: input.image, ...indexed('gallery', input.gallery) }, kept)
  return { ...input, gallery: JSON.stringify(input.gallery) }
}

/** Where news use images, by the image's address. */
export async function imagesOfNews(db: Database): Promise<(ImageUse & { url: string })[]> {
  const rows = await db.selectFrom('news').select(['id', 'title', 'image', 'gallery']).where('deletedAt', 'is', null).execute()
  return rows.flatMap((row) =>
    [row.image, ...galleryOf(row)].filter(Boolean).map((url) => ({ url, resource: 'news', _id: row.id, title: row.title })),
  )
}

const galleryOf = ({ gallery }: Pick<NewsRow, 'gallery'>) => JSON.parse(gallery) as string[]
