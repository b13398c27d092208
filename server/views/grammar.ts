import { contract } from '#contract/all.ts'
import { type Listing, listQuery } from '#contract/listing.ts'
import { movingDays, noWordsOfBookings, type ViewInput } from '#contract/views.ts'
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
  const isMoving = (name: string, value: string) => listing.filters[name]?.kind === 'days' && movingDays.some((days) => days === value)
  const given = names.map((name) => [name, parameters.getAll(name).filter((value) => !isMoving(name, value))] as const)
  const fixed = given.filter(([, values]) => values.length > 0).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  const parsed = listQuery(listing).safeParse(Object.fromEntries(fixed))
  if (!parsed.success) throw invalid({ query: parsed.error.issues[0]?.message ?? `The list doesn't know this query.` })
}
