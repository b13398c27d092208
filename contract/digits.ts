/** Returns the text with ASCII digits in place of the digits of every script. */
export const withAsciiDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, asciiOf)

/** Returns the ASCII digit of a digit in any script. Unicode keeps the ten digits of a script together, zero first. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
