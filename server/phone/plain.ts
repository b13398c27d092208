/** Invisible marks, and the dashes of every script. Japanese keyboards produce the prolonged sound mark for a dash. */
const invisible = /[\p{Cf}\p{M}]/gu
const dashes = /[\p{Pd}\u2212\u30fc]/gu

/** Returns the text with ASCII digits in place of every script's, `-` for every dash, and one kind of blank. */
export const plainDigits = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(invisible, '')
        .replace(dashes, '-')
        .replace(/\s/g, ' ')
        .replace(/[^\P{Nd}0-9]/gu, asciiOf)

/** Returns the ASCII digit of a digit in any script. Unicode keeps the ten digits of a script together, zero first. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
