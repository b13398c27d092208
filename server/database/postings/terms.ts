import type { Listing, Wanted } from '#contract/listing.ts'
import { type Asked, dayOfWord, valuesAsked, wordFor, wordOfDay } from '#server/database/value-words.ts'
import { phone, searchTerms } from '#server/database/words.ts'

/**
 * What postings are kept under: the words that a record is found by, those of its values, and the beginnings that many words have in common.
 * Of the ends of a telephone number only the first digits: hardly anybody else has the same end. Longer runs of digits are terms where they stand at the
 * beginning of a number, which many have in common. Whoever changes what is a term says so in `states.ts`.
 */

/** So many letters of a beginning are a term of their own. Fewer words begin with more than that, and stand side by side. */
const longestBeginning = 3
const longestRun = phone.length + longestBeginning

/** Longer runs are terms within so many digits of the beginning of a number. */
const firstDigits = 6

const [beginning, whole, first] = ['b', 'w', 'n']

/** The terms for the words of a record. */
export const termsOf = (words: readonly string[]): Set<string> => new Set([...words.flatMap(termsOfWord), ...firstRuns(words)])

function firstRuns(words: readonly string[]): string[] {
  const number = words.filter(isRun).reduce((longest, word) => (word.length > longest.length ? word : longest), phone)
  const digits = number.slice(phone.length, phone.length + firstDigits)
  const runs: string[] = []
  for (let from = 0; from < digits.length; from++) {
    for (let to = from + longestBeginning + 1; to <= digits.length; to++) runs.push(first + digits.slice(from, to))
  }
  return runs
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

/**
 * What `wanted` asks of a listing. A record has to have a term of each group in one of the `alternatives`; unless `isExact`, not each that has is asked
 * for, but those are which have a term of each group in one of `sure`.
 */
export type AskedTerms = { alternatives: Alternatives; isExact: boolean; sure: Alternatives }

export type Alternatives = readonly Group[][]

/** `undefined` where terms can't say it, or nothing is asked. A resource's own filters are left to others (`own.ts`). */
export function termsAskedFor(listing: Listing, { q, filters }: Wanted): AskedTerms | undefined {
  const ofFields = Object.entries(filters).filter(([name]) => listing.filters[name]?.kind !== 'own')
  const values = valuesAsked(listing, Object.fromEntries(ofFields))?.map(groupOf)
  const searched = searchTerms(q).flatMap(apart)
  if (!values || values.length + searched.length === 0) return undefined
  if (searched.length === 0) return { alternatives: [values], isExact: true, sure: [] }
  const isExact = !searched.flat(2).some(isLongRun)
  const alternatives = searched.map((all) => [...values, ...all.flatMap(groupsOf)])
  const sure = isExact ? [] : searched.filter((all) => !all.flat().some(isTooLong)).map((all) => [...values, ...all.map(sureGroup)])
  return { alternatives, isExact, sure }
}

/** Whether these are the terms of a record that is asked for. */
export const hasTermsOf = (alternatives: Alternatives, terms: ReadonlySet<string>): boolean => {
  const isMet = ({ oneOf, like }: Group) =>
    oneOf.some((term) => terms.has(term)) || like.some((begin) => [...terms].some((term) => term.startsWith(begin)))
  return alternatives.some((groups) => groups.every(isMet))
}

const isRun = (word: string) => word.startsWith(phone)
const isLongRun = (word: string) => isRun(word) && word.length > longestRun
const isTooLong = (word: string) => isRun(word) && word.length > phone.length + firstDigits

/** The same as alternatives in each of which no word has more than one longer run among its spellings. */
function apart(all: readonly string[][]): string[][][] {
  return all.reduce<string[][][]>(
    (variants, spellings) => {
      const others = spellings.filter((word) => !isLongRun(word))
      const runs = spellings.filter(isLongRun)
      const each = runs.length < 2 ? [spellings] : runs.map((run) => [run, ...others])
      return variants.flatMap((variant) => each.map((one) => [...variant, one]))
    },
    [[]],
  )
}

/** Of a longer run each three digits that follow each other in it, which whoever has it has as well. */
function groupsOf(spellings: readonly string[]): Group[] {
  const asked = (words: readonly string[]) => groupOf(words.map((word) => ({ word, isWhole: false })))
  const [long] = spellings.filter(isLongRun)
  if (long === undefined) return [asked(spellings)]
  const digits = long.slice(phone.length)
  const runs = Array.from({ length: digits.length - longestBeginning + 1 }, (_, at) => phone + digits.slice(at, at + longestBeginning))
  return runs.map((run) => asked([run, ...spellings.filter((word) => word !== long)]))
}

/** Of a longer run only where it is a term. */
function sureGroup(spellings: readonly string[]): Group {
  const group = groupOf(spellings.filter((word) => !isLongRun(word)).map((word) => ({ word, isWhole: false })))
  return { ...group, oneOf: [...group.oneOf, ...spellings.filter(isLongRun).map((run) => first + run.slice(phone.length))] }
}

function groupOf(asked: readonly Asked[]): Group {
  const isTerm = ({ word, isWhole }: Asked) => isWhole || isRun(word) || [...word].length <= longestBeginning
  return {
    oneOf: asked.filter(isTerm).map(({ word, isWhole }) => (isWhole ? whole : beginning) + word),
    like: asked.filter((each) => !isTerm(each)).map(({ word }) => whole + word),
  }
}
