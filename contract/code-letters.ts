import { withAsciiDigits } from './digits.ts'
import { compatible } from './text.ts'

const quotes = /["'`\u00AB\u00B4\u00BB\u2018-\u201F\u2032-\u2036\u2039\u203A\u300C-\u300F\uFF02\uFF07\uFF62\uFF63]/g

/** The prolonged sound mark, which Japanese keyboards produce for a dash. After kana it is a letter. */
const longMark = /(?<![\p{scx=Hira}\p{scx=Kana}])\u30FC/gu

/** The punctuation around a code in a sentence, and the marks of bold text, lists and quoted mails. */
const around =
  /^(?:[\s\p{Ps}\p{Pi}\p{Pf}\u00A1\u00BF*~|<>\u2022\u00B7#=:]|-+\s)+|[\s\p{Pe}\p{Pi}\p{Pf}.,;:!?*~|<>\u2022\u00B7=\u3001\u3002]+$/gu
const italics = /^_(.+)_$/

/** Words for a code, and for a voucher, alone or as the end of a compound: `Gutscheincode`. */
const code = 'codes?|codice|c[oó]digo|kod[ieu]?|kodu|код|промокод|κωδικ[οό]ς|コード|代码|代碼|优惠码|優惠碼|코드|कोड|كود|رمز|کد|קוד|โค้ด'
const voucher = 'cup[oó]n|cupom|k[uo]pong?i?|coupon|bon|gutschein|voucher|promo|aktion|rabatt|купон|クーポン|쿠폰|קופון'

const words = "[\\p{L}\\p{M}\\s.'-]*"
const named = (names: string) => `(?:${words}[\\s-])?[\\p{L}\\p{M}]*(?:${names})`
const verb = '(?:is|ist|lautet|est|es|è|nr\\.?|no\\.?)'

/**
 * A label before a code: `Your discount: X`, `Code:X`, `Voucher - X`, `Promo code X`. After a voucher without a colon, the code has a letter:
 * `PROMO 20` may be a code with a blank by mistake.
 */
const label = new RegExp(
  [
    `^(?:${words}:\\s+`,
    `${named(`${code}|${voucher}`)}(?:\\s*[:=]\\s*|\\s+-\\s+)`,
    `${named(code)}\\s+(?:${verb}\\s*:?\\s+)?`,
    `${named(voucher)}\\s+(?:${verb}\\s*:?\\s+)?(?=[\\p{N}_-]*\\p{L}))(?=[\\p{L}\\p{N}])`,
  ].join('|'),
  'iu',
)

/** Returns the canonical form of a code copied from a flyer or a message: `Code: “summer –20”.` becomes `SUMMER-20`. */
export function codeLetters(typed: string): string {
  const plain = withAsciiDigits(compatible(typed.replace(quotes, ''))).replace(longMark, '-')
  const bare = plain.replace(around, '').replace(italics, '$1').replace(label, '').split('-').map(trimmed).join('-')
  const letters = compatible(bare.toUpperCase())
  return letters === typed ? letters : codeLetters(letters)
}

/** Removes the blanks around a part, so that none is beside a dash. */
const trimmed = (part: string) => part.trim()
