import { withAsciiDigits } from '#contract/digits.ts'

/** Invisible marks, and the dashes of every script. Japanese keyboards produce the prolonged sound mark for a dash. */
const invisible = /[\p{Cf}\p{M}]/gu
const dashes = /[\p{Pd}\u2212\u30fc]/gu

/** Returns the text with ASCII digits in place of every script's, `-` for every dash, and one kind of blank. */
export const plainDigits = (text: string): string =>
  /^[ -~]*$/.test(text) ? text : withAsciiDigits(text.normalize('NFKC').replace(invisible, '').replace(dashes, '-').replace(/\s/g, ' '))
