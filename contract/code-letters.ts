import { withAsciiDigits } from './digits.ts'
import { compatible } from './text.ts'

/** Quotation marks around a code, or apostrophes inside. */
const quotes = /["'`\u00B4\u2018-\u201F\u2032-\u2036\uFF02\uFF07]/g
const brackets = /[\u00AB\u00BB\u2039\u203A\u300C-\u300F\uFF62\uFF63]/g

/** The prolonged sound mark, which Japanese keyboards produce for a dash. After kana it is a letter. */
const longMark = /(?<![\p{scx=Hira}\p{scx=Kana}])\u30FC/gu

/** Signs that belong to no code and mean nothing beside one: punctuation, marks of lists and bold text, emoji. */
const sign = '[^\\p{L}\\p{M}\\p{N}\\p{Sc}\\p{Cs}\\0%&+@_-]'
const before = new RegExp(`^(?:${sign}|-+\\s)+(?=[\\p{L}\\p{N}_-])`, 'u')
const after = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}_-])${sign}+$`, 'u')
const italics = /^_(.+)_$/

/** Words for a code, and for a voucher, alone or as the end of a compound: `Gutscheincode`. */
const code = 'codes?|codice|c[oó]digo|k[oó]d[ieu]?|koodi|код|промокод|κωδικ[οό]ς|コード|代码|代碼|优惠码|優惠碼|코드|कोड|كود|رمز|کد|קוד|โค้ด'
const voucher = 'cup[oó]n|cupom|k[uo]pong?i?|coupon|bon|gutschein|voucher|promo|aktion|rabatt|купон|クーポン|쿠폰|קופון'
const verb = '(?:\\s(?:is|ist|lautet|est|es|è))?'
const ends = (words: string, separator: string) => new RegExp(`(?:${words})${verb}${separator}$`, 'iu')

/** A code without blanks but those beside its dashes, after other words. */
const last = /(?<=[^\p{L}\p{M}\p{N}_-])[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:\s?-\s?[\p{L}\p{M}\p{N}_]+)*$/u
const isLabel = /^[^\p{N}%&+@]*$/u
const namesCode = ends(code, '[^\\p{L}\\p{N}]+')
const namesVoucher = ends(voucher, '[^\\p{L}\\p{N}]+')
const mentions = new RegExp(`(?:${code}|${voucher})(?!\\p{L})`, 'iu')
const dashed = new RegExp(`^(?:[\\p{L}\\p{M}-]+\\s){0,3}[\\p{L}\\p{M}]*(?:${code}|${voucher})\\s+-\\s+`, 'iu')

/** Returns the canonical form of a code copied from a flyer or a message: `Code: “summer –20”.` becomes `SUMMER-20`. */
export function codeLetters(typed: string): string {
  const plain = withAsciiDigits(compatible(typed.replace(quotes, '').replace(brackets, ' ')))
    .replace(longMark, '-')
    .trim()
  const bare = withoutLabel(plain.replace(before, '').replace(after, '').replace(italics, '$1'))
  const letters = compatible(bare.split('-').map(trimmed).join('-').toUpperCase())
  return letters === typed ? letters : codeLetters(letters)
}

/**
 * Removes a label: words and a colon with a blank (`Your discount: X`), a word for a code (`Promo code X`, `Code:X`), and a word for a voucher before
 * a code with letters (`Coupon X`). `PROMO 20` may be a code with a blank by mistake. With more words between, the code has a digit.
 */
function withoutLabel(text: string): string {
  const spaced = text.replace(dashed, '')
  const [found] = last.exec(spaced) ?? []
  const label = found === undefined ? '' : spaced.slice(0, -found.length)
  if (found === undefined || !isLabel.test(label)) return spaced
  const isNamed =
    /:\P{L}*\s\P{L}*$/u.test(label) ||
    namesCode.test(label) ||
    (namesVoucher.test(label) && (/[:=>|]/.test(label) || /\p{L}/u.test(found))) ||
    (mentions.test(label) && /\p{L}/u.test(found) && /\p{N}/u.test(found))
  return isNamed ? found : spaced
}

/** Removes the blanks around a part, so that none is beside a dash. */
const trimmed = (part: string) => part.trim()
