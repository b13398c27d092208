import { daysOf, type Filter, type Listing, type Wanted } from '#contract/listing.ts'

/**
 * What a record's filters go by, as words of SQLite's search index. So a search with filters is one question to the index, which answers in
 * a few milliseconds, where a look at each row that has the words takes fifty times as long. They begin with signs that nobody can search for.
 */
type Values = Record<string, unknown>

/** Beginnings of up to four signs have an index of their own: there all of these are one. */
const beginning = '⌗⌗⌗⌗'

/** Makes the words for the values of a record that is not deleted. */
export const valueWords = (listing: Listing): ((values: Values) => string[]) => {
  const makers = Object.entries(listing.filters).flatMap(([name, filter]): ((values: Values) => string)[] => {
    if (filter.kind === 'own' || isSecondByDays(listing, name)) return []
    if (filter.kind === 'presence') {
      const [without, present] = [wordFor(name, 'without'), wordFor(name, 'with')]
      return [(values) => (values[filter.field] === '' ? without : present)]
    }
    const makeWord = filter.kind === 'days' ? wordOfDay : (value: string) => wordFor(name, value)
    return [(values) => makeWord(String(values[name]))]
  })
  return (values) => makers.map((make) => make(values))
}

/** A word that is asked for: the whole of it, or whatever begins with it. */
export type Asked = { word: string; isWhole: boolean }

/** More words than that are looked up later than the rows are looked at: ten long ranges of days are two thousand. */
const mostAsked = 300

/** What filters ask for: a record has to have one word of each list. `undefined` where words can't say it, or not in so few. */
export function valuesAsked(listing: Listing, filters: Wanted['filters']): Asked[][] | undefined {
  const asked = Object.entries(filters)
  if (asked.some(([name]) => listing.filters[name]?.kind === 'own' || isSecondByDays(listing, name))) return undefined
  const words = asked.map(([name, values]) => values.flatMap((value) => askedFor(name, listing.filters[name], value)))
  return words.flat().length > mostAsked ? undefined : words
}

/** The same, each list in the language of FTS5. */
export const valuesAskedFor = (listing: Listing, filters: Wanted['filters']): string[] | undefined =>
  valuesAsked(listing, filters)?.map(anyOf)

const anyOf = (asked: readonly Asked[]) => `(${asked.map(({ word, isWhole }) => (isWhole ? `"${word}"` : `"${word}"*`)).join(' OR ')})`

const askedFor = (name: string, filter: Filter | undefined, value: string): Asked[] =>
  filter?.kind === 'days' ? daysAsked(value) : [{ word: wordFor(name, value), isWhole: true }]

function daysAsked(range: string): Asked[] {
  const { from, to } = daysOf(range)
  return beginningsOf(partsOf(from || firstDay), partsOf(to || lastDay)).map((parts) => ({ word: wordForDay(parts), isWhole: false }))
}

/** The words for days don't say whose they are. */
const isSecondByDays = ({ filters }: Listing, name: string) =>
  filters[name]?.kind === 'days' && Object.keys(filters).find((each) => filters[each]?.kind === 'days') !== name

/** The tokenizer folds the letters of ASCII and parts words at its signs, so a value stands there byte by byte. */
export const wordFor = (name: string, value: string) => `${beginning}${name}⌗${Buffer.from(value).toString('hex')}`

/** The century, the year in it, the month and the day. */
type Parts = readonly number[]

export const firstDay = '0000-01-01'
export const lastDay = '9999-12-31'

const partsOf = (day: string): Parts => [day.slice(0, 2), day.slice(2, 4), day.slice(5, 7), day.slice(8, 10)].map(Number)

/** The word that stands for a day, and the day that a word stands for. Words are in the order of their days. */
export const wordOfDay = (day: string): string => wordForDay(partsOf(day))
export function dayOfWord(word: string): string {
  const [century, year, month, day] = [...word].map((sign) => String((sign.codePointAt(0) ?? 0) - firstSign).padStart(2, '0'))
  return `${century}${year}-${month}-${day}`
}

/** Whether there are words for the days of this field. */
export const hasDayWords = (listing: Listing, name: string): boolean =>
  listing.filters[name]?.kind === 'days' && !isSecondByDays(listing, name)

const firstSign = 0xf0000
/** One sign for each part, from a plane for private use: beginnings of up to four signs have an index of their own, so a year is found as soon as a day. */
const wordForDay = (parts: Parts) => String.fromCodePoint(...parts.map((part) => firstSign + part))

/** The longest beginnings that together stand for all days of a range, both ends included. */
function beginningsOf([first = 0, ...from]: Parts, [last = 0, ...to]: Parts): Parts[] {
  const [least, most] = [partsOf(firstDay).slice(-from.length), partsOf(lastDay).slice(-to.length)]
  const [isFirstWhole, isLastWhole] = [isSame(from, least), isSame(to, most)]
  if (first === last && !(isFirstWhole && isLastWhole)) return beginningsOf(from, to).map((rest) => [first, ...rest])
  return [
    ...(isFirstWhole ? [] : beginningsOf(from, most).map((rest) => [first, ...rest])),
    ...numbersFrom(isFirstWhole ? first : first + 1, isLastWhole ? last : last - 1).map((whole) => [whole]),
    ...(isLastWhole ? [] : beginningsOf(least, to).map((rest) => [last, ...rest])),
  ]
}

/** As far as there is anything in the first. */
const isSame = (one: Parts, other: Parts) => one.every((part, at) => part === other[at])

const numbersFrom = (first: number, last: number) => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
