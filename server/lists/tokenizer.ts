/**
 * The marks that search ignores: accents, Hebrew points, Arabic harakat, variation selectors, and tatweel. Vowel signs of Indic scripts and
 * Thai belong to those scripts and stay. So do the voicing marks of kana.
 */
const accents = /[[\p{M}&&[\p{sc=Zinh}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u3099\u309a]]|\u0640/gv

/** Replacements for letters that Unicode doesn't decompose, as users type them without such keys, and for letters that several languages share. */
const plainLetters = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
    ...{ ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ڪ: 'ك', ة: 'ه', ۃ: 'ه', ہ: 'ه', ە: 'ه', ٱ: 'ا' },
  }),
)
const plainLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu')

/** Apostrophes, primes and letters used as apostrophes. The spacing acute would otherwise decompose into a space and an accent. */
const apostrophes = /[’‘‛ʹʻʼʽʾʿˈ`´′‵׳]/gu
/** Format characters without a width. The zero-width non-joiner is not one of them, because it separates parts of a word (`joiner`). */
const invisible = /(?!\u200c)\p{Cf}/gu
/** Arabic and Persian digits end in the four bits of their value. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/gu

/** The longest decomposed text that is searched, in UTF-16 units: twice the longest field, because one ligature may become 18 letters. */
const longestText = 40_000

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Returns the form for comparing texts: without case, accents, width and compatibility forms. "Häxan" and "ＨＡＸＡＮ" become "haxan". */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.replaceAll('`', "'").toLowerCase()
    : text
        .toWellFormed()
        .replace(apostrophes, "'")
        .normalize('NFKD')
        .slice(0, longestText)
        .replace(invisible, '')
        .toLowerCase()
        .replace(accents, '')
        .replace(plainLetter, (letter) => plainLetters.get(letter) ?? letter)
        .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
        .normalize('NFC')

/** Scripts that write no spaces between words. */
const unspaced = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}'
const letter = '[\\p{L}\\p{N}\\p{M}]'
/** Characters inside a word that some writers leave out: O'Neill, X-Men, E.T., M*A*S*H, AT&T, می‌خواهم. */
const joiner = "['.*&_\\-\\u2010-\\u2015\\u2212\\u00b7\\u30fb\\u05be\\u05f4\\u200c]"
const chunk = new RegExp(`${letter}+(?:${joiner}${letter}+)*`, 'gu')
const run = new RegExp(`(?:(?=[${unspaced}])${letter})+|(?:(?![${unspaced}])${letter})+`, 'gu')
const isUnspacedScript = new RegExp(`[${unspaced}]`, 'u')

/** The significant length of a word, in UTF-16 units. */
const longestWord = 40

/** A folded word of a text. `whole`: the complete word of which a joiner separates this part, such as `oneill` for `neill`. */
export type Word = { text: string; isUnspaced: boolean; whole: string | undefined }

/** Returns the words of a text in order. A run of an unspaced script is one word. */
export const wordsOf = (text: string): Word[] =>
  (fold(text).match(chunk) ?? []).flatMap((chunk) => {
    const isParted = !isUnspacedScript.test(chunk)
    const runs = chunk.match(run) ?? []
    const whole = runs.length > 1 && isParted ? runs.join('').slice(0, longestWord) : undefined
    return runs.map((text) => {
      const isUnspaced = isUnspacedScript.test(text)
      return { text: isUnspaced ? text : text.slice(0, longestWord), isUnspaced, whole }
    })
  })

/** Joins two neighbouring words into one: `spiderman`. */
export const joined = (one: Word, other: Word): string => (one.text + other.text).slice(0, longestWord)

/** Returns the characters of a run of an unspaced script, and its overlapping pairs, as Lucene's CJK analyzer does. */
export function charactersOf({ text }: Word): { single: string[]; pairs: string[] } {
  const single = [...text]
  return { single, pairs: single.slice(1).map((character, at) => `${single[at]}${character}`) }
}

/** Returns the sort key of a text, at most 200 UTF-16 units: "Äpfel" sorts beside "Apfel". */
export const sortKey = (text: string): string => (fold(text).match(new RegExp(`${letter}+`, 'gu')) ?? []).join(' ').slice(0, 200)
