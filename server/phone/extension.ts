import { isUnit } from './notes.ts'

/** The words before an extension, in many languages. */
const words = [
  'e?xt(?:n|ension)?',
  'extensi[oó]n|anexo|ramal|interno|int|wewn?(?:ętrzny)?|w',
  'durchwahl|dw|kl(?:appe)?|apparat|app?|nebenstelle|nst',
  'poste|toestel|tst|anknytning|ankn|lokal(?:nummer)?|lok|alanumero|mellék|linka|klapka|dahili',
  'доб(?:авочный|ав)?|вн(?:утр|утренний)?|внутр|εσωτ(?:ερικό)?|εσ',
  'שלוחה|تحويلة|داخلي|داخلی|内線|内线|分机|分機|轉|转|내선|ต่อ',
]

/** The text between a number and its extension: ` ext. `, ` - DW `, `;ext=`, ` poste n° `, ` p. `, `x`, ` #`. */
const beforeExtension = new RegExp(
  `^[\\s,;./(-]{0,4}(?:(?:${words.join('|')})[\\s.:=-]{0,3}(?:n(?:[°ro]|um(?:[bm]?er|éro)?)?[\\s.:]{0,2}|#\\s?)?|p\\.\\s?|x[\\s.]{0,2}|#\\s?)$`,
  'iu',
)

const longestExtension = 7

/**
 * Whether `digits` after a number and the text `gap` are the number's extension. `x4` and `x 17` are extensions; `x 4` and `x4 seats` are counts,
 * because guests book a few seats. `after` is the text after the digits.
 */
export const isExtension = (gap: string, digits: string, after: string): boolean =>
  digits.length <= longestExtension && beforeExtension.test(gap) && !(/x\s*$/i.test(gap) && isCount(gap, digits, after))

const isCount = (gap: string, digits: string, after: string) =>
  /^\p{L}/u.test(after) || isUnit(after) || (digits.length === 1 && /\s$/.test(gap))
