/** Consecutive digits, and the text between them and the previous group. */
export type Group = { digits: string; gap: string }

/** Units that people write after a time or a count. */
const units =
  /^ ?(?:[.:]\d\d\b|uhr|h\b|hrs?\b|[ap]\.?m\b|x\b|mal\b|pers|pax|people|guests|seats?|tickets?|karten|kinder|plätze|std|min|[%€$£])/iu

/** The fewest digits of a number with a note beside it. */
const leastBeside = 7

/**
 * Returns the groups of a number without notes in digits: a count or a date before the number, a time, a count or a date after it, and other endings
 * (`58858/59`). `after` is the text after the groups.
 */
export function withoutNotes(all: readonly Group[], after: string): readonly Group[] {
  const groups = withoutBeginning(all)
  const cut = Math.min(groups.length, noteFrom(groups, after), dateFrom(groups, after), otherEndingFrom(groups))
  return groups.slice(0, cut)
}

/** Removes a count or a day before a number that begins with 0: `2 0660 1234567`, `27.11. 0660 1234567`. */
function withoutBeginning(groups: readonly Group[]): readonly Group[] {
  const at = groups.findIndex(({ digits, gap }, place) => place > 0 && gap.includes(' ') && /^0\d\d/.test(digits))
  const before = textOf(groups.slice(0, Math.max(at, 0)))
  // 8 is the trunk prefix in Belarus, where the number after it begins with 0.
  const isNote = before !== '8' && (/^\d{1,2}(?:\.\d{1,2})?$/.test(before) || isDay(before)) && !groups[0]?.gap.endsWith('+')
  return at > 0 && isNote && countOf(groups.slice(at)) >= leastBeside ? groups.slice(at) : groups
}

/**
 * Returns the start of `18 Uhr`, `9.30 h`, `17-19 Uhr`, `2x` or a list's `2)`. Any word after one or two digits makes them a note, after a long
 * group.
 */
function noteFrom(groups: readonly Group[], after: string): number {
  const isListed = after.startsWith(')') && !groups.some(({ gap }) => gap.includes('('))
  for (const length of [1, 2]) {
    const at = groups.length - length
    const note = groups.slice(at)
    const [before, first] = [groups[at - 1], groups[at]]
    if (!before || !first?.gap.includes(' ') || countOf(groups.slice(0, at)) < leastBeside) continue
    if (!/^\d{1,2}(?:[.-]\d{1,2})?$/.test(textOf(note))) continue
    const isAfterLong = before.digits.length > 5 && (/^ ?\p{L}/u.test(after) || (length === 2 && after.trim() === ''))
    const isNote = isAfterLong || units.test(after) || (before.digits.length > 2 && isListed) || isCount(groups, at, after)
    if (isNote) return at
  }
  return groups.length
}

/** Whether the last group is a count such as `2 Erw`: one digit before a word, after a whole number in longer groups. */
const isCount = (groups: readonly Group[], at: number, after: string): boolean =>
  at === groups.length - 1 &&
  groups[at]?.digits.length === 1 &&
  /^ ?\p{L}/u.test(after) &&
  countOf(groups.slice(0, at)) >= leastBeside + 2 &&
  groups.slice(2, at).every(({ digits }) => digits.length > 1)

/** Returns the start of `27.11.`, `27.11.2026`, `27/11/2026` or `2026-11-27`. */
function dateFrom(groups: readonly Group[], after: string): number {
  for (const length of [2, 3]) {
    const at = groups.length - length
    const isDate = isDay(textOf(groups.slice(Math.max(at, 0))) + (after.startsWith('.') ? '.' : ''))
    if (at > 0 && isDate && groups[at]?.gap.includes(' ') && countOf(groups.slice(0, at)) >= leastBeside) return at
  }
  return groups.length
}

const [day, month, year] = ['(?:0?[1-9]|[12]\\d|3[01])', '(?:0?[1-9]|1[0-2])', '(?:19|20)\\d\\d']
const days = new RegExp(
  `^(?:${day}\\.${month}\\.(?:${year})?|${day}\\/${month}\\/${year}|${month}\\/${day}\\/${year}|${year}-${month}-${day})\\.?$`,
)

/** Whether `text` is a day and not a number. */
export const isDay = (text: string): boolean => days.test(text)

/** Returns the start of the same number's other endings: `58858/59`, `2223456/7/8`. A number in short groups separated by slashes has none. */
function otherEndingFrom(groups: readonly Group[]): number {
  const at = groups.findIndex(({ gap }, place) => place > 0 && gap.trim() === '/' && countOf(groups.slice(0, place)) >= leastBeside)
  const before = groups[at - 1]
  if (!before) return groups.length
  const isEnding = groups.slice(at).every(({ digits, gap }) => digits.length <= 2 && gap.trim() === '/')
  const isOnlySlash = !groups.slice(0, at).some(({ gap }) => gap.includes('/'))
  return isEnding && (isOnlySlash || before.digits.length > 3) ? at : groups.length
}

/** Returns the number of digits in the groups. */
export const countOf = (groups: readonly Group[]) => groups.reduce((count, { digits }) => count + digits.length, 0)

/** Returns the groups as typed, without blanks. */
export const textOf = (groups: readonly Group[]) => groups.map(({ digits, gap }, at) => (at === 0 ? digits : gap.trim() + digits)).join('')
