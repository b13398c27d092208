import { isDay, isDayAndMonth } from './days.ts'
import { countOf, digitsOf, type Group, type IsValid, isLong, leastWhole, shapeOf, textOf, validEnds } from './groups.ts'

/** Units after a time or a count. */
const words = [
  'uhr|h|hrs?|[ap]\\.?m|x(?! ?\\d)|mal|std|min|saat|ore|heures?|horas?',
  'pers\\p{L}*|pax|people|guests?|seats?|tickets?|adults?|kids?|child\\p{L}*|pcs',
  'karten?|kinder?|plätze?|platz|erw\\p{L}*|st(?:k|ück|ck)|gäste',
  'adultes?|enfants?|places?|billets?|entradas?|niñ\\p{L}*|plazas?|uds?|posti|bigliett\\p{L}*|bambin\\p{L}*|pz|kişi\\p{L}*|bilet\\p{L}*|adet',
  'أشخاص|شخص|تذاكر|تذكرة|مساء|صباحا',
]
const units = new RegExp(`^ ?(?:[.:]\\d\\d(?!\\d)|(?:${words.join('|')})(?!\\p{L})|[%€$£名枚人명位時点])`, 'iu')

/** Whether a text begins with a unit, so that the digits before it are a count or a time. */
export const isUnit = (after: string): boolean => units.test(after)

const isBeforeWord = (after: string) => /^ ?\p{L}/u.test(after)

/**
 * Returns how many groups are the number, without notes after it: a time, a count, a range or a day, and other endings (`58858/59`). `after` is
 * the text after the groups.
 */
export function endOf(groups: readonly Group[], after: string, isValid: IsValid): number {
  let end = completeAt(groups, isValid)
  for (;;) {
    const next = groups[end]
    const own = groups.slice(0, end)
    const rest = next ? next.gap + next.digits : after
    const cut = Math.min(noteFrom(own, rest), dateFrom(own, rest), otherEndingFrom(own))
    if (cut === end) return end
    end = cut
  }
}

/** The most digits of a group after a complete number: a count, a time or a year. */
const longestNote = 4

/**
 * Returns the first place at which the number is complete and a short group follows. libphonenumber says so where only the shorter number is valid,
 * or only the longer one. Otherwise the shape decides.
 */
function completeAt(groups: readonly Group[], isValid: IsValid): number {
  const known = validEnds(groups, isValid)
  const at = groups.slice(0, known.length + 1).findIndex(({ digits, gap }, at) => {
    const before = groups.slice(0, at)
    if (!gap.includes(' ') || digits.length > longestNote || !isLong(before)) return false
    const [own, isLongerValid] = [known[at - 1], known.slice(at).includes(true)]
    if (own !== undefined && own !== isLongerValid) return own
    // `01 58858 -20`: the blank on one side of the dash separates.
    return / -$/.test(gap) || isCompleteShape(before, digits)
  })
  return at < 0 ? groups.length : at
}

/** Whether groups have a shape that no short group belongs to: `0660 1234567`, `0660 123 45 67`, `06 12 34 56 78`, `090-1234-5678`. */
function isCompleteShape(groups: readonly Group[], next: string): boolean {
  const last = groups.at(-1)?.digits.length ?? 0
  const digits = digitsOf(groups)
  const isNational = /^0/.test(digits)
  const significant = digits.replace(/^[+0]/, '').length
  if (last > 5 && (groups.length > 1 || significant > 8)) return next.length < 3 || significant > 7
  if (shapeOf(groups.slice(-3)) === '3 2 2' && significant > (isNational ? 7 : 9)) return true
  if (shapeOf(groups) === '2 2 2 2 2' && isNational) return true
  return last > 2 && next.length < 3 && significant > (digits.startsWith('+') ? 11 : 9)
}

/**
 * Returns the start of `18 Uhr`, `9.30 h`, `17-19 Uhr`, `2x` or a list's `2)`. Any word after one or two digits makes them a note, after a long
 * group.
 */
function noteFrom(groups: readonly Group[], after: string): number {
  const isListed = after.startsWith(')') && !groups.some(({ gap }) => gap.includes('('))
  for (const length of [1, 2]) {
    const at = groups.length - length
    const [before, first] = [groups[at - 1], groups[at]]
    if (!before || !first?.gap.includes(' ') || !isLong(groups.slice(0, at))) continue
    if (!/^\d{1,2}(?:[.-]\d{1,2})?$/.test(textOf(groups.slice(at)))) continue
    const isAfterLong = before.digits.length > 4 && at > 1 && (isBeforeWord(after) || length === 2)
    if (isAfterLong || isUnit(after) || (before.digits.length > 2 && isListed) || isCount(groups, at, after)) return at
  }
  return groups.length
}

/** Whether the last group is a count such as `2 Erw`: one digit before a word, after a whole number in longer groups. */
const isCount = (groups: readonly Group[], at: number, after: string): boolean =>
  at === groups.length - 1 &&
  groups[at]?.digits.length === 1 &&
  isBeforeWord(after) &&
  groups.slice(2, at).every(({ digits }) => digits.length > 1)

/** Returns the start of `27.11.`, `27.11.2026`, `27/11/2026`, `2026-11-27`, or of `27/11` after a number without slashes. */
function dateFrom(groups: readonly Group[], after: string): number {
  for (const length of [2, 3]) {
    const at = groups.length - length
    if (at <= 0 || !groups[at]?.gap.includes(' ') || !isLong(groups.slice(0, at))) continue
    const text = textOf(groups.slice(at))
    const hasSlash = groups.slice(2, at).some(({ gap }) => gap.includes('/'))
    if (isDay(text + (after.startsWith('.') ? '.' : '')) || (!hasSlash && isDayAndMonth(text))) return at
  }
  return groups.length
}

/** Returns the start of the same number's other endings: `58858/59`, `2223456/7/8`. A number in short groups separated by slashes has none. */
function otherEndingFrom(groups: readonly Group[]): number {
  const at = groups.findIndex(({ gap }, place) => place > 0 && gap.trim() === '/' && countOf(groups.slice(0, place)) >= leastWhole)
  const before = groups[at - 1]
  if (!before) return groups.length
  const isEnding = groups.slice(at).every(({ digits, gap }) => digits.length <= 2 && gap.trim() === '/')
  const isOnlySlash = !groups.slice(0, at).some(({ gap }) => gap.includes('/'))
  return isEnding && (isOnlySlash || before.digits.length > 3) ? at : groups.length
}
