import { contract } from '#contract/all.ts'
import { type Listing, listQuery } from '#contract/listing.ts'
import { noWordsOfBookings, type ViewInput } from '#contract/views.ts'
import { invalid } from '#server/errors.ts'

/** Parameters of a list that belong to one request, or to another list. */
const neverInViews = ['limit', 'after', 'trash']

/** Throws a 422 `HttpError` for a query that the list doesn't know. */
export function requireKnown({ list, query }: Pick<ViewInput, 'list' | 'query'>): void {
  const parameters = new URLSearchParams(query)
  const names = [...new Set(parameters.keys())]
  const other = names.find((name) => neverInViews.includes(name))
  if (other) throw invalid({ query: `A view can't contain "${other}".` })
  if (list === 'bookings' && names.includes('q')) throw invalid({ query: noWordsOfBookings })
  const { listing }: { listing: Listing } = contract[list].list
  const given = names.map((name) => [name, parameters.getAll(name)] as const)
  const parsed = listQuery(listing).safeParse(Object.fromEntries(given.map(([name, all]) => [name, all.length === 1 ? all[0] : all])))
  if (!parsed.success) throw invalid({ query: parsed.error.issues[0]?.message ?? `The list doesn't know this query.` })
}
