import { leastDigits as leastOfCaller } from '#contract/phone.ts'
import { phoneCountry } from '#server/phone/country.ts'
import { phoneNumbersIn } from '#server/phone/numbers.ts'
import { plainDigits } from '#server/phone/plain.ts'

/** Letters that Unicode doesn't take apart into a plain one and a mark, as people type them who don't have them. */
const plain = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't' }))

/** Scripts that put no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Its dictionaries take four megabytes: who writes with spaces needs none. */
let segmenter: Intl.Segmenter | undefined

/** How much of a word, and of what follows a place in an unspaced script, is kept; in UTF-16 units. PostgreSQL keeps at most 1 MB of a record. */
const longestWord = 40
const longestStretch = 12
/** A run of fewer digits is no part of a telephone number that somebody remembers. */
const leastDigits = 3
/** From so many digits on a number tells by itself whose it is, whatever words stand beside it. */
const leastOfNoted = 7
/** Stands before the ends of telephone numbers: no letter and no digit, so no word begins with it. */
export const phone = '☎'

/** Whether a text has nothing but the signs of ASCII, for which all of this comes down to little. */
const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** What is compared: without case, accents and width. "Häxan" and "ＨＡＸＡＮ" are "haxan". */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .toWellFormed()
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}+/gu, '')
        .replace(/[ßæœøđðłþħıŧ]/g, (letter) => plain.get(letter) ?? letter)

/** What a text is sorted by, so that "Äpfel" stands beside "Apfel": at most 200 UTF-16 units. */
export const sortKey = (text: string): string => (asciiWords(text) ?? runsIn(text).map(fold)).join(' ').slice(0, 200)

/**
 * What is kept of a record for searching: every word of `texts` at whose beginning it can be found, and every end of at least three digits of
 * the digit strings in `phones`, so that any run of digits in it is the beginning of one. Folded, each once.
 */
export function searchWords(texts: readonly string[], phones: readonly string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) for (const word of wordsIn(text)) found.add(word)
  for (const digits of phones) {
    for (let at = 0; at + leastDigits <= digits.length; at++) found.add(phone + digits.slice(at))
  }
  return [...found]
}

/**
 * What a search asks for. One of the alternatives has to be met; each is a list of which everything has to be there, as the beginning
 * of a word that `searchWords` kept, in one of several spellings. No alternatives: everything is found.
 */
export function searchTerms(q: string): string[][][] {
  const terms = [...new Set(runsIn(q).map((run) => fold(run).slice(0, unspaced.test(run) ? longestStretch : longestWord)))].filter(Boolean)
  if (terms.length === 0) return []
  const words = terms.map((term) => (isRun(term) ? [term, phone + term] : [term]))
  const number = numbersIn(q).filter((digits) => !(terms.length === 1 && digits === terms[0]))
  return number.length > 0 ? [words, [number.map(phoneEnd)]] : [words]
}

/** The word that a telephone number has which ends in these digits: at least three. */
export const phoneEnd = (digits: string): string => phone + digits

/** Somebody's whole number: as it was typed, since not each of its groups has three digits, and as it may be stored without what was dialled before it. */
function numbersIn(q: string): string[] {
  const own = phoneNumbersIn(q, phoneCountry()).map(({ national }) => national)
  const typed = plainDigits(q)
  // With words beside it, as somebody noted it down: a record isn't found by those.
  if (!/^[\d\s()+./-]+$/.test(typed)) return own.filter(({ length }) => length >= leastOfNoted)
  return [...new Set([typed.replace(/\D/g, ''), ...own.filter(({ length }) => length >= leastOfCaller)])].filter(isRun)
}

const runsIn = (text: string): string[] =>
  (isAscii(text)
    ? text.match(/[a-z\d]+/gi)
    : text
        .toWellFormed()
        .normalize('NFKC')
        .match(/[\p{L}\p{N}\p{M}]+/gu)) ?? []

/** The runs of a text, folded; `undefined` where there is more to fold than case. */
const asciiWords = (text: string): string[] | undefined => (isAscii(text) ? (text.toLowerCase().match(/[a-z\d]+/g) ?? []) : undefined)

const wordsIn = (text: string): string[] => asciiWords(text)?.map((word) => word.slice(0, longestWord)) ?? runsIn(text).flatMap(beginnings)

/** Where one may begin to read: a word's own beginning, and in an unspaced script that of each word in it. */
function beginnings(run: string): string[] {
  if (!unspaced.test(run)) return [fold(run).slice(0, longestWord)].filter(Boolean)
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const parts = [...segmenter.segment(run)].map(({ segment }) => fold(segment))
  return parts.map((_, at) => stretchFrom(parts, at)).filter(Boolean)
}

/** Reads no further than it has to: a whole news item may be one run. */
function stretchFrom(parts: readonly string[], at: number): string {
  let stretch = ''
  for (let next = at; next < parts.length && stretch.length < longestStretch; next++) stretch += parts[next]
  return stretch.slice(0, longestStretch)
}

const isRun = (term: string) => term.length >= leastDigits && /^\d+$/.test(term)
