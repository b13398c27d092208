/** The letters on the keys 2 to 9 (ITU-T E.161). */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

/** Matches digits such as 1-800 or 0800, followed by a hyphenated word or by words in capitals. */
const spelled = /(?<![\p{L}\d])(\+?\(?\d[\d() .-]{1,9})((?<=[-.)])[A-Za-z][A-Za-z-]{2,14}|[A-Z][A-Z\d -]{2,14})(?![\p{L}\d])/u

/** The length of area code and number in North America, where numbers are spelled. Further letters are only for reading. */
const longestSpelled = 11

/** Returns the digits of a number spelled with the letters on the keys: `1-800-FLOWERS` is 18003569377. Returns `undefined` when `text` has none. */
export function vanityNumberIn(text: string): string | undefined {
  const [, prefix = '', word = ''] = spelled.exec(text) ?? []
  const before = prefix.replace(/[^\d+]/g, '')
  if (before.length < 3 || before.length > 6) return undefined
  const typed = word.replace(/[^a-z\d]/gi, '').replace(/[a-z]/gi, keyOf)
  const digits = (before + typed).slice(0, longestSpelled + (before.startsWith('+') ? 1 : 0))
  return digits.length >= 9 ? digits : undefined
}

const keyOf = (letter: string) => String(keys.findIndex((key) => key.includes(letter.toLowerCase())) + 2)
