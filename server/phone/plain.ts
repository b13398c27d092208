/** Marks that aren't seen, and dashes of every script; the prolonged sound mark is what Japanese keyboards give for a dash. */
const invisible = /[\p{Cf}\p{M}]/gu
const dashes = /[\p{Pd}\u2212\u30fc]/gu

/** The text with ASCII digits whatever their script, `-` for every dash and one kind of blank. */
export const plainDigits = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(invisible, '')
        .replace(dashes, '-')
        .replace(/\s/g, ' ')
        .replace(/[^\P{Nd}0-9]/gu, asciiOf)

/** Unicode keeps the ten digits of a script together, the zero first. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
