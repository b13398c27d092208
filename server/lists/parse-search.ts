import { leastDigits } from '#contract/phone.ts'
import { phoneCountry } from '#server/phone/country.ts'
import { phoneNumbersIn } from '#server/phone/numbers.ts'
import { plainDigits } from '#server/phone/plain.ts'
import type { Expression } from './match.ts'
import { charactersOf, joined, type Word, wordsOf } from './tokenizer.ts'
import { digitTokens, needsPrefix, pairToken } from './tokens.ts'

/** A run of fewer digits finds no phone numbers. */
const leastRun = 3
/** A number with at least this many digits identifies a record, even with other words beside it. */
const leastNoted = 7

/**
 * A residual predicate for digits: the row must contain one of `digits`, unless it has `word`. The tokens of four or more digits are their
 * overlapping triples, which another number may contain in other places.
 */
export type DigitCheck = { word: Expression | undefined; digits: readonly string[] }

/** One meaning of a search: the tokens that find records, and the checks that remain for each row. */
export type Alternative = { tokens: Expression; checks: readonly DigitCheck[] }

/**
 * Parses a search text into at most two alternatives. One takes its words as beginnings of the record's words. The other takes the whole text
 * as a phone number. Returns `undefined` for an empty search. `hasPhones`: the records have phone numbers. Linear in the length of `q`.
 */
export function parseSearch(q: string, hasPhones: boolean): Alternative[] | undefined {
  const typed = wordsOf(q)
  // The same word twice asks for nothing more.
  const words = typed.filter(({ text }, at) => typed.findIndex((word) => word.text === text) === at)
  if (words.length === 0) return undefined
  const each = words.map((word, at) => wordAsked(word, words[at - 1], words[at + 1]))
  const runs = words.map(({ text }) => (hasPhones && isRun(text) ? text : undefined))
  const all: Expression = { all: each.map((word, at) => anyOf([word, ...digitsAsked(runs[at])])) }
  const checks = each.flatMap((word, at) => checkOf(runs[at] === undefined ? [] : [runs[at]], word))
  const numbers = hasPhones ? numbersIn(q).filter((number) => !(words.length === 1 && number === words[0]?.text)) : []
  const number = numbers.length > 0 && { tokens: anyOf(numbers.flatMap(digitsAsked)), checks: [{ word: undefined, digits: numbers }] }
  return [{ tokens: all, checks }, ...(number ? [number] : [])]
}

/** Returns the tokens of records whose phone number contains these digits. More than three digits need a check of the row as well. */
export const digitsAsked = (digits: string | undefined): Expression[] =>
  digits === undefined ? [] : [{ all: digitTokens(digits).map(token) }]

/**
 * Matches a word, or the word joined with a neighbour: "spider man" finds "Spiderman". The token of the pair serves the reverse: "spiderman"
 * finds "Spider Man".
 */
function wordAsked(word: Word, before: Word | undefined, after: Word | undefined): Expression {
  const { text, isUnspaced, whole } = word
  if (isUnspaced) {
    const { single, pairs } = charactersOf(word)
    return { all: (pairs.length > 0 ? pairs : single).map(token) }
  }
  const neighbours = [before && !before.isUnspaced && joined(before, word), after && !after.isUnspaced && joined(word, after)]
  const spellings = [text, whole, ...neighbours].filter((spelling) => typeof spelling === 'string')
  return anyOf([...[...new Set(spellings)].map(beginning), token(pairToken(text))])
}

const beginning = (word: string): Expression => (needsPrefix(word) ? { prefix: word } : { token: word })
const token = (token: string): Expression => ({ token })
const anyOf = (any: Expression[]): Expression => (any.length === 1 && any[0] ? any[0] : { any })

const checkOf = (digits: readonly string[], word: Expression | undefined): DigitCheck[] =>
  digits.some(({ length }) => length > leastRun) ? [{ word, digits }] : []

const isRun = (text: string) => text.length >= leastRun && /^\d+$/.test(text)

/** Returns the phone numbers in a search text: as typed, and without the dialling prefix. */
function numbersIn(q: string): string[] {
  const own = phoneNumbersIn(q, phoneCountry()).map(({ national }) => national)
  const typed = plainDigits(q)
  // Words beside a number are a note; the record isn't searched by them.
  if (!/^[\d\s()+./-]+$/.test(typed)) return own.filter(({ length }) => length >= leastNoted)
  const spellings = [typed, typed.replace(/\(0\)/g, '')].map((number) => number.replace(/\D/g, ''))
  return [...new Set([...spellings.filter(isRun), ...own.filter(({ length }) => length >= leastDigits)])]
}
