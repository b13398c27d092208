import type { Listing, Wanted } from '#contract/listing.ts'
import { type Asked, dayOfWord, valuesAsked, wordFor, wordOfDay } from '#server/database/value-words.ts'
import { phone, searchTerms } from '#server/database/words.ts'

/**
 * What postings are kept under: the words that a record is found by, those of its values, and the beginnings that many words have in common. Of the
 * runs of digits in a telephone number those of three, and of more where they stand among its first ones, which many have in common; further behind
 * hardly anybody has the same. Whoever changes what is a term says so in `states.ts`.
 */

/** So many letters of a beginning are a term of their own. Fewer words begin with more than that, and stand side by side. */
const longestBeginning = 3
const longestRun = phone.length + longestBeginning

/** Longer runs are terms that end within so many digits from the beginning of a number. */
const firstDigits = 6

const [beginning, whole, first, behind] = ['b', 'w', 'n', 't']

/** The terms for the words of a record. */
export const termsOf = (words: readonly string[]): Set<string> => new Set([...words.flatMap(termsOfWord), ...runsOfNumber(words)])

/** The runs of each number among the words: of each run of digits that isn't the end of another one. */
function runsOfNumber(words: readonly string[]): string[] {
  const ends = words.filter(isRun).map((word) => word.slice(phone.length))
  const numbers = ends.filter((one) => !ends.some((other) => other.length > one.length && other.endsWith(one)))
  return numbers.flatMap((number) =>
    runsOf(
      number,
      ends.filter((end) => number.endsWith(end)),
    ),
  )
}

/**
 * Longer runs among the first digits of a number, and once more the first three of each end of it: all but those of its first three ends,
 * because a longer run that goes on behind the first digits has its last two behind them.
 */
function runsOf(number: string, ends: readonly string[]): string[] {
  const runs: string[] = []
  for (let from = 0; from < firstDigits; from++) {
    for (let to = from + longestBeginning + 1; to <= Math.min(firstDigits, number.length); to++) runs.push(first + number.slice(from, to))
  }
  const isAhead = (end: string) => number.length - end.length < firstDigits - longestBeginning
  return [...runs, ...ends.filter((end) => !isAhead(end)).map((end) => behind + end.slice(0, longestBeginning))]
}

function termsOfWord(word: string): string[] {
  if (word.startsWith(phone)) return [beginning + word.slice(0, longestRun)]
  const letters = [...word]
  return [...letters.slice(0, longestBeginning).map((_, at) => beginning + letters.slice(0, at + 1).join('')), whole + word]
}

/** The term of the records with a value that a list is filtered by. */
export const termOfValue = (filter: string, value: string): string => whole + wordFor(filter, value)

/** The term of the records of a day, and the day of a term. */
export const termOfDay = (day: string): string => whole + wordOfDay(day)
export const dayOfTerm = (term: string): string => dayOfWord(term.slice(whole.length))

/** Any of the terms `oneOf`, or one that begins like one of `like`. */
export type Group = { oneOf: string[]; like: string[] }

/** A record that is asked for has a term of each group of one alternative. Where it `isSure`, each that has them is asked for. */
export type Alternative = { groups: Group[]; isSure: boolean }

/** SQLite takes a statement of 500 parts (`postingsQuery`). */
const mostParts = 450

/** What `wanted` asks of a listing. `undefined` where terms can't say it, or nothing is asked. A resource's own filters are left to others (`own.ts`). */
export function termsAskedFor(listing: Listing, { q, filters }: Wanted): Alternative[] | undefined {
  const ofFields = Object.entries(filters).filter(([name]) => listing.filters[name]?.kind !== 'own')
  const values = valuesAsked(listing, Object.fromEntries(ofFields))?.map(groupOf)
  const searched = searchTerms(q)
  if (!values || values.length + searched.length === 0) return undefined
  const asked: Alternative = { groups: values, isSure: true }
  if (searched.length === 0) return [asked]
  const alternatives = searched.flatMap((all) =>
    waysToHaveAll(all).reduce((those, ways) => those.flatMap((one) => ways.map((other) => both(one, other))), [asked]),
  )
  return partsOf(alternatives) > mostParts ? undefined : alternatives
}

function partsOf(alternatives: readonly Alternative[]): number {
  const groups = new Set(alternatives.flatMap((one) => one.groups))
  return [...groups].reduce((sum, { like }) => sum + 1 + like.length, 0)
}

/** Each longer run of digits that is told apart doubles the alternatives. */
const mostToldApart = 2

function waysToHaveAll(all: readonly (readonly string[])[]): Alternative[][] {
  const isFew = all.filter((spellings) => spellings.some(isLongRun)).length <= mostToldApart
  return all.map((spellings) => waysToHave(spellings, isFew))
}

const both = (one: Alternative, other: Alternative): Alternative => ({
  groups: [...one.groups, ...other.groups],
  isSure: one.isSure && other.isSure,
})

/** The terms of a record as one text, a twentieth of what a set takes. */
export const termsAsText = (terms: Iterable<string>): string => `\n${[...terms].join('\n')}\n`

export const hasTerm = (terms: string, term: string): boolean => terms.includes(`\n${term}\n`)

/** Whether these are the terms (`termsAsText`) of a record that is asked for. */
export const hasTermsOf = (alternatives: readonly Alternative[], terms: string): boolean => {
  const isMet = ({ oneOf, like }: Group) => oneOf.some((term) => hasTerm(terms, term)) || like.some((begin) => terms.includes(`\n${begin}`))
  return alternatives.some(({ groups }) => groups.every(isMet))
}

const isRun = (word: string) => word.startsWith(phone)
const isLongRun = (word: string) => isRun(word) && word.length > longestRun

/** How a record may have a word in one of its spellings. Of longer runs one at a time: among the first digits, or further behind; unless `isToldApart`, both in one. */
function waysToHave(spellings: readonly string[], isToldApart: boolean): Alternative[] {
  const others = groupOf(spellings.filter((word) => !isLongRun(word)).map((word) => ({ word, isWhole: false })))
  const orOthers = (...terms: string[]): Group => ({ ...others, oneOf: [...terms, ...others.oneOf] })
  const ways = spellings.filter(isLongRun).flatMap((run) => {
    const digits = run.slice(phone.length)
    const isFurther = digits.length > firstDigits
    const begun = isFurther || isToldApart ? [] : [first + digits]
    const further: Alternative = { groups: runsOfThree(digits).map((run) => orOthers(run, ...begun)), isSure: false }
    return isFurther || !isToldApart ? [further] : [{ groups: [orOthers(first + digits)], isSure: true }, further]
  })
  return ways.length > 0 ? ways : [{ groups: [others], isSure: true }]
}

/** What has a longer run that ends behind the first digits has each three digits that follow each other in it, and the last two of these behind the first three. */
function runsOfThree(digits: string): string[] {
  const runs = Array.from({ length: digits.length - longestBeginning + 1 }, (_, at) => digits.slice(at, at + longestBeginning))
  return runs.map((run, at) => (at < runs.length - 2 ? beginning + phone : behind) + run)
}

function groupOf(asked: readonly Asked[]): Group {
  const isTerm = ({ word, isWhole }: Asked) => isWhole || isRun(word) || [...word].length <= longestBeginning
  return {
    oneOf: asked.filter(isTerm).map(({ word, isWhole }) => (isWhole ? whole : beginning) + word),
    like: asked.filter((each) => !isTerm(each)).map(({ word }) => whole + word),
  }
}
