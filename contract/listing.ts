import * as z from 'zod/mini'
import { oneLine, storable } from './text.ts'

/** The filters and orders of a list that has no search and no trash. */
export type Unsearched = {
  filters: Readonly<Record<string, Filter>>
  orders: Readonly<Record<string, Order>>
  /** The default order, as written in a query: the name of an order, with `-` in front for the reverse. */
  order: string
}

/**
 * The search, filters and orders of a list of records, as data. The API's query and documents, the SQL, the filter bar and the export all derive from
 * it, so they can't disagree. The filter of a field has the field's name.
 */
export type Listing = Unsearched & {
  /** The searched fields. The first one is the title of the record. */
  search: readonly [string, ...string[]]
  publicDays?: PublicDays
}

/** The fields with the first and the last day on which the public sees a record. '' in a field is no limit. */
export type PublicDays = { from: string; until?: string }

/** `scheduled`: from a later day on. `hidden`: not any more. */
export type Visibility = 'scheduled' | 'public' | 'hidden'

export type Filter = { label: string } /** `isRare`: each value stands in few of the records. */ & (
  | { kind: 'text'; isRare?: true }
  | { kind: 'days' }
  /** A field with few values, each with its label. `number`: the field holds numbers. */
  | { kind: 'choice'; options: Readonly<Record<string, string>>; number?: true }
  /** Whether the image field `field` has an image. */
  | { kind: 'presence'; field: string; options: { with: string; without: string } }
  /** Whether the public sees a record, by the listing's `publicDays` and the chain's day. For staff only. */
  | { kind: 'visibility'; options: Readonly<Partial<Record<Visibility, string>>> }
  /** A filter that belongs to no field: the server defines the meaning of each option. */
  | { kind: 'own'; options: Readonly<Record<string, string>> }
)

/** By which fields, the first deciding; `_id` always decides last. `descending`: the greatest comes first. `isAlphabetical`: texts, in the
 * order of the alphabet. `isText`: texts in the order of their characters, such as codes. */
export type Order = { label: string; by: readonly string[]; descending?: true; isAlphabetical?: true; isText?: true }

/** Returns the field that holds the title of a record. */
export const titleField = ({ search }: Listing): string => search[0]

/** An order of texts by the alphabet. */
export const alphabetical = <Field extends string>(label: string, field: Field) => ({ label, by: [field], isAlphabetical: true }) as const

/** The orders that most lists have. */
export const newest = { label: 'Newest', by: [], descending: true } as const satisfies Order
export const lastChange = { label: 'Last changed', by: ['updatedAt'], descending: true } as const satisfies Order

/** The default order of the trash: a record that a user looks for there was most likely deleted a moment ago. */
const latestDeletion = { name: 'deletion', order: { label: 'Last deleted', by: ['deletedAt'], descending: true } } as const

/** Returns the order of this name; `undefined` when the listing has none. */
export const findOrder = ({ orders }: Unsearched, name: string): Order | undefined =>
  name === latestDeletion.name ? latestDeletion.order : orders[name]

/** A range of days, both ends included; `''` for an open end. */
export type Days = { from: string; to: string }

/** A parsed and validated list query. `filters` holds only the given filters; the values of one filter are alternatives. */
export type ListRequest = {
  /** Words that must all match; `''` for no search. */
  q: string
  filters: Record<string, readonly string[]>
  order: string
  /** Whether the query reads the trash instead of the list. */
  trash: boolean
  limit: number
  /** The cursor: the end of the previous page. */
  after: string | undefined
  /** The total, when the caller of a later page (an export) knows it from the first page. */
  total?: number
  /** The day on which the public must see the records; `undefined` for staff, who see all. */
  publicOn?: string | undefined
  /** Of an export. */
  exportState?: ExportState
  /** The separator of a CSV file. */
  separator?: Separator
}

/** The separators of a CSV file. Spreadsheets expect `;` where numbers have a decimal comma. */
const separators = [',', ';', 'tab'] as const
export type Separator = (typeof separators)[number]

/** The ids of an export's rows in their order, once its first page has collected them. `signal`: aborted when the client has left. `counts`: the
 * largest exact total, instead of `mostCounted`. */
export type ExportState = { ids?: readonly string[]; signal: AbortSignal; counts?: number }

/** The most items in one answer, also when the caller names no limit. */
export const mostItems = 1000
/** The most characters of a search. */
export const longestSearch = 200
/** The most words of a search. */
export const mostWords = 32
/** The largest exact total of a list. `Page.total` is one more when there are more items. */
export const mostCounted = 10_000
/** The most values of a filter, and the most ranges of days. */
const mostValues = 50
const mostRanges = 10

/** The query parameters of a list, as a caller writes them. */
export type ListQuery<L extends Unsearched = Listing> = {
  [Name in keyof L['filters'] | 'order' | 'limit' | 'after' | 'separator' | (L extends Listing ? 'q' | 'trash' : never)]?: string | string[]
}

/** Returns the schema that parses the query of an address into a `ListRequest`. It rejects unknown names, and names them in the error. */
export function listQuery<const L extends Unsearched>(listing: L): z.ZodMiniType<ListRequest, ListQuery<L>> {
  const orders = Object.keys(listing.orders).flatMap((name) => [name, `-${name}`])
  const filters = Object.entries<Filter>(listing.filters).map(([name, filter]) => [name, z.optional(valuesOf(filter))])
  const isSearched = 'search' in listing
  const known = {
    ...(isSearched && { q: z.optional(searchWords) }),
    ...Object.fromEntries(filters),
    order: oneOf('The order', orders),
    ...(isSearched && { trash: oneOf('"trash"', ['1']) }),
    limit,
    after,
    separator: oneOf('"separator"', separators),
  }
  const unknown = `Unknown parameter. Use ${Object.keys(known).join(', ')}.`
  const query = z.strictObject(known, { error: ({ code }) => (code === 'unrecognized_keys' ? unknown : undefined) })
  return z.pipe(
    query,
    z.transform((given) => listRequestOf(listing, given)),
  ) as z.ZodMiniType<ListRequest, ListQuery<L>>
}

const tooLong = { error: `A search can have at most ${longestSearch} characters.`, abort: true }
/** The words of a search. */
export const searchWords = z.string('Send "q" only once.').check(
  z.maxLength(4 * longestSearch, tooLong),
  z.overwrite(oneLine),
  z.maxLength(longestSearch, tooLong),
  z.refine((text) => wordsIn(text) <= mostWords, `A search can have at most ${mostWords} words.`),
)

/** Returns the beginning of a text, cut to the limits of a search. */
export function searchable(text: string): string {
  let begin = text.slice(0, longestSearch)
  while (wordsIn(begin) > mostWords) begin = begin.slice(0, begin.lastIndexOf(' ') > 0 ? begin.lastIndexOf(' ') : -1)
  return begin
}

const wordsIn = (text: string) => text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0
const limit = z.optional(wholeNumber(1, mostItems, `"limit" must be a whole number from 1 to ${mostItems}.`))
const after = z.optional(z.string('Send "after" only once.').check(z.maxLength(4000, 'This cursor does not belong to this list.')))
const oneOf = (label: string, values: readonly string[]) => z.optional(z.enum(values, `${label} must be one of ${values.join(', ')}.`))

function listRequestOf(listing: Unsearched, given: Record<string, unknown>): ListRequest {
  const { q = '', trash, limit = mostItems, after, separator, ...rest } = given as Partial<Omit<ListRequest, 'trash'>> & { trash?: '1' }
  const { order = trash ? latestDeletion.name : listing.order } = rest
  const asked = Object.keys(listing.filters).filter((name) => given[name] !== undefined)
  const filters = Object.fromEntries(asked.map((name) => [name, [...new Set([given[name]].flat() as string[])]]))
  return { q, filters, order, trash: trash === '1', limit, after, ...(separator && { separator }) }
}

/** Parses one day, or a range such as `2026-03-01..2026-03-31` whose ends are optional. */
export function daysOf(value: string): Days {
  const [from = '', to = from] = value.split('..')
  return { from, to }
}

/** Parses an order: its name, and whether it is reversed. */
export function parseOrder(written: string): { name: string; isReversed: boolean } {
  const isReversed = written.startsWith('-')
  return { name: isReversed ? written.slice(1) : written, isReversed }
}

/** The schema of a filter: one value, or several as alternatives. */
function valuesOf(filter: Filter) {
  const { value, sentence, most = mostValues } = oneValue(filter)
  const tooMany = `${filter.label} takes at most ${most} values.`
  const values = z.array(value).check(z.minLength(1), z.maxLength(most, { error: tooMany, abort: true }))
  return z.union([value, values], { error: ({ input }) => (Array.isArray(input) && input.length > most ? tooMany : sentence) })
}

function oneValue(filter: Filter): { value: z.ZodMiniType<string, string>; sentence: string; most?: number } {
  const { label } = filter
  switch (filter.kind) {
    case 'text': {
      const sentence = `${label} is too long or contains characters that can't be stored.`
      const tooLong = { error: sentence, abort: true }
      const value = z
        .string()
        .check(z.maxLength(4 * 200, tooLong), z.overwrite(oneLine), z.maxLength(200, tooLong), z.regex(storable, sentence))
      return { value, sentence }
    }
    case 'days': {
      const sentence = `${label} must be a range of dates, such as 2026-03-01..2026-03-31, with the earlier date first.`
      return {
        value: z.string().check(z.maxLength(longestRange, { error: sentence, abort: true }), z.refine(areDays, sentence)),
        sentence,
        most: mostRanges,
      }
    }
    default: {
      const values = Object.keys(filter.options)
      const sentence = `${label} must be one of ${values.join(', ')}.`
      return { value: z.enum(values, sentence), sentence }
    }
  }
}

const longestRange = '2026-03-01..2026-03-31'.length

function areDays(value: string): boolean {
  const ends = value.split('..')
  const { from, to } = daysOf(value)
  if (ends.length > 2 || (from === '' && to === '')) return false
  return [from, to].every((day) => day === '' || z.regexes.date.test(day)) && (from === '' || to === '' || from <= to)
}

function wholeNumber(low: number, high: number, message: string) {
  return z.pipe(
    z.pipe(z.string(message).check(z.maxLength(9, message), z.regex(/^\d{1,9}$/, message)), z.transform(Number)),
    z.int(message).check(z.gte(low, message), z.lte(high, message)),
  )
}
