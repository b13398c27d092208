import type { Days, Filter, Listing } from '#contract/listing.ts'
import { charactersOf, joined, type Word, wordsOf } from './tokenizer.ts'

/**
 * The tokens of the search index. Tokens match exactly; only words of more than `longestBeginning` letters are looked up by prefix. A sign
 * marks each kind, and no word contains one. `+` marks two neighbouring words as one, `#` three digits of a phone number, `=` a filter value,
 * `@` a day or its period. `deletedSign` precedes every token of a deleted record. A change of the tokens raises `indexVersion`
 * (rebuild-index.ts).
 */
export const signs = '+#=@!'
export const deletedSign = '!'

/** Beginnings up to this length are tokens. Otherwise a lookup of "house" would merge the hits of every word that begins with it. */
const longestBeginning = 6

/** The indexed content of a record: its texts, the digits of its phone numbers, and the fields that its list filters by. */
export type Indexed = { texts: readonly string[]; digits: readonly string[]; values: Record<string, unknown>; isDeleted: boolean }

export function tokensOf(listing: Listing, { texts, digits, values, isDeleted }: Indexed): string[] {
  const tokens = new Set<string>()
  for (const text of texts) for (const token of textTokens(wordsOf(text))) tokens.add(token)
  for (const number of digits) for (const token of digitTokens(number)) tokens.add(token)
  for (const [name, filter] of Object.entries(listing.filters))
    for (const token of valueTokens(listing, name, filter, values)) tokens.add(token)
  return isDeleted ? Array.from(tokens, (token) => deletedSign + token) : [...tokens]
}

function* textTokens(words: readonly Word[]): Generator<string> {
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    if (word.isUnspaced) {
      const { single, pairs } = charactersOf(word)
      yield* single
      yield* pairs
      continue
    }
    yield* beginningsOf(word.text)
    if (word.whole !== undefined && before?.whole !== word.whole) yield* beginningsOf(word.whole)
    if (before && !before.isUnspaced) yield pairToken(joined(before, word))
  }
}

function* beginningsOf(word: string): Generator<string> {
  for (let length = 1; length <= Math.min(word.length, longestBeginning); length++) yield word.slice(0, length)
  if (word.length > longestBeginning) yield word
}

/** Whether a search looks a word up by prefix, because the beginnings of its length are no tokens. */
export const needsPrefix = (word: string): boolean => word.length > longestBeginning

export const pairToken = (word: string): string => `+${word}`

/** Returns the overlapping triples of digits. */
export const digitTokens = (digits: string): string[] =>
  Array.from({ length: Math.max(0, digits.length - 2) }, (_, at) => `#${digits.slice(at, at + 3)}`)

/**
 * Returns the token of a filter value. The value is in hexadecimal: FTS5's tokenizer folds the case of ASCII letters, and a value may contain
 * any character.
 */
export const valueToken = (filter: string, value: string): string => `=${filter}${Buffer.from(value).toString('hex')}`

/** Returns the token of a day, or of a period that is a prefix of days: the century `20`, the year `2026`, the month `2026-03`. */
export const dayToken = (period: string): string => `@${period.replaceAll('-', '')}`

const periodsOf = (day: string): string[] => [2, 4, 7, 10].map((length) => day.slice(0, length))

/** Returns the one field of a list whose days are indexed, because a day token doesn't name its field. */
export const indexedDays = ({ filters }: Listing): string | undefined => Object.keys(filters).find((name) => filters[name]?.kind === 'days')

function valueTokens(listing: Listing, name: string, filter: Filter, values: Record<string, unknown>): string[] {
  if (filter.kind === 'own' || filter.kind === 'visibility') return []
  if (filter.kind === 'presence') return [valueToken(name, values[filter.field] === '' ? 'without' : 'with')]
  const value = String(values[name])
  if (filter.kind !== 'days') return [valueToken(name, value)]
  return name === indexedDays(listing) ? periodsOf(value).map(dayToken) : []
}

/** Returns the fewest tokens that cover all days of a range, both ends included. A missing end is the first or last day of the calendar. */
export function rangeTokens({ from, to }: Days): string[] {
  const last = to || '9999-12-31'
  const tokens: string[] = []
  for (let day: string | undefined = from || '0000-01-01'; day !== undefined && day <= last; ) {
    const first: string = day
    const period = periodsOf(first).find((each) => firstOf(each) === first && lastOf(each) <= last) ?? first
    tokens.push(dayToken(period))
    day = dayAfter(lastOf(period), 1)
  }
  return tokens
}

/** Returns the token of the month or year that contains a range; `undefined` if no single month or year does. */
export const periodToken = ({ from, to }: Days): string | undefined => {
  const period = [7, 4].map((length) => from.slice(0, length)).find((each) => each !== '' && to.startsWith(each))
  return period && dayToken(period)
}

const firstOf = (period: string) => (period.length === 2 ? `${period}00-01-01` : period + '-01-01'.slice(period.length - 4))

function lastOf(period: string): string {
  if (period.length === 2) return `${period}99-12-31`
  if (period.length === 4) return `${period}-12-31`
  if (period.length === 10) return period
  const day = new Date(`${period}-01T00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  return day.toISOString().slice(0, 10)
}

/** Returns the day `count` days later, or earlier for a negative count; `undefined` outside the calendar. */
export function dayAfter(day: string, count: number): string | undefined {
  const moment = new Date(`${day}T00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  const text = moment.toISOString()
  return /^\d/.test(text) ? text.slice(0, 10) : undefined
}
