import { leastDigits } from '#contract/phone.ts'
import { phoneCountry } from '#server/phone/country.ts'
import { phoneNumbersIn } from '#server/phone/numbers.ts'
import { plainDigits } from '#server/phone/plain.ts'
import type { Expression } from './match.ts'
import { charactersOf, joined, type Word, wordsOf } from './tokenizer.ts'
import { digitTokens, needsPrefix, pairToken } from './tokens.ts'

/** A run of fewer digits finds no phone numbers. */
const leastRun = 3
/** From so many digits on a number tells by itself whose it is, whatever words stand beside it. */
const leastNoted = 7

/**
 * Digits that tokens only hint at: the row has to contain one of `digits`, unless it has `word`. Four digits or more are found by each three
 * of them in a row, which another number may have in another place.
 */
export type DigitCheck = { word: Expression | undefined; digits: readonly string[] }

/** What a search asks for: one of these alternatives, by its tokens and what is left to check in the row. */
export type Alternative = { tokens: Expression; checks: readonly DigitCheck[] }

/**
 * The alternatives that `q` stands for, two at most: its words, each the beginning of a word of the record, and the phone number that it
 * may be as a whole. `undefined` where there is nothing to search for. `hasPhones`: the records have phone numbers. Linear in the length of `q`.
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

/** The tokens of records whose phone number contains these digits; the row has to be checked where there are more than three. */
export const digitsAsked = (digits: string | undefined): Expression[] =>
  digits === undefined ? [] : [{ all: digitTokens(digits).map(token) }]

/**
 * A word, or it and a neighbour as one word: "spider man" finds "Spiderman". The other way round, "spiderman" finds "Spider Man" by the token
 * of the pair.
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

/** The phone numbers that a search names: as typed, and without what is dialled before them. */
function numbersIn(q: string): string[] {
  const own = phoneNumbersIn(q, phoneCountry()).map(({ national }) => national)
  const typed = plainDigits(q)
  // Words beside a number are a note, by which the record isn't found.
  if (!/^[\d\s()+./-]+$/.test(typed)) return own.filter(({ length }) => length >= leastNoted)
  const spellings = [typed, typed.replace(/\(0\)/g, '')].map((number) => number.replace(/\D/g, ''))
  return [...new Set([...spellings.filter(isRun), ...own.filter(({ length }) => length >= leastDigits)])]
}
