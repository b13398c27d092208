import { daysAfter } from '#contract/dates.ts'
import { type Days, daysOf, type ListRequest, type Unsearched } from '#contract/listing.ts'

/** Returns the query with the fewest ranges of days: overlapping and adjacent ranges become one, so that no day is looked up twice. */
export function mergeDays(listing: Unsearched, request: ListRequest): ListRequest {
  const merged = Object.entries(request.filters).map(([name, values]): [string, readonly string[]] => {
    return [name, listing.filters[name]?.kind === 'days' && values.length > 1 ? mergedRanges(values.map(daysOf)).map(written) : values]
  })
  // Ranges may hold every day together: then the filter asks for nothing.
  return { ...request, filters: Object.fromEntries(merged.filter(([, values]) => !values.includes('..'))) }
}

const written = ({ from, to }: Days) => (from === to && from !== '' ? from : `${from}..${to}`)

function mergedRanges(ranges: readonly Days[]): Days[] {
  const merged: Days[] = []
  for (const range of ranges.toSorted((one, other) => Number(one.from > other.from) - Number(one.from < other.from))) {
    const last = merged.at(-1)
    const isDisjoint = last !== undefined && last.to !== '' && range.from > last.to && range.from !== daysAfter(last.to, 1)
    if (!last || isDisjoint) merged.push({ ...range })
    else if (range.to === '' || (last.to !== '' && range.to > last.to)) last.to = range.to
  }
  return merged
}
