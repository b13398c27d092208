import { contract } from '#contract/all.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import type { NamedCollection } from '#contract/suggestions.ts'
import type { Database } from '#server/db/schema.ts'
import { visibility } from '#server/lists/filters.ts'
import { resources } from '#server/resources.ts'

/** The most records whose names are suggested, the newest of each collection: 20,000 in all. */
const most: Record<NamedCollection, number> = { movies: 10_000, promoCodes: 4_000, news: 3_000, menus: 2_000, branches: 1_000 }

/** Fields besides the title. */
const more: Partial<Record<NamedCollection, readonly string[]>> = { movies: ['genre'] }

/** The rows of one statement. Reading them takes a few milliseconds. */
const page = 1_000

/** Yields the names in a collection, page by page, the newest records first. With `publicOn`, only of records that the public sees on that day. */
export async function* namesIn(db: Database, name: NamedCollection, publicOn: string | undefined): AsyncGenerator<string[]> {
  const { listing }: { listing: Listing } = contract[name].list
  const fields = [titleField(listing), ...(more[name] ?? [])]
  let before: string | undefined
  for (let read = 0; read < most[name]; read += page) {
    const after = before
    const rows = await db
      .selectFrom(name as 'movies')
      .select(['id', ...(fields as 'title'[])])
      .where('deletedAt', 'is', null)
      .where((eb) => eb.and(visibility(resources[name].records.listed, publicOn)))
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(Math.min(page, most[name] - read))
      .execute()
    yield rows.flatMap((row) => fields.map((field) => String((row as Record<string, unknown>)[field])))
    before = rows.at(-1)?.id
    if (rows.length < page) return
  }
}
