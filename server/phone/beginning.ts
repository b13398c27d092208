import { isDay } from './days.ts'
import { countOf, type Group, type IsValid, isLong, isPlus, textOf, validEnds } from './groups.ts'

/** The most groups of a note before a number: `17.30-19.00`. */
const mostGroups = 5
/** The most notes that are removed: `27.11. 20h`. */
const mostNotes = 2

/**
 * Returns the groups of a number without a count, a time, a range or a day before it: `2 0660 1234567`, `5-12 0660 1234567`, `27/11 01 58858`.
 * The number begins with 0, or libphonenumber finds a valid number only without the note.
 */
export function withoutBeginning(groups: readonly Group[], isValid: IsValid, left = mostNotes): readonly Group[] {
  if (left === 0 || isPlus(groups[0])) return groups
  for (let at = Math.min(mostGroups, groups.length - 1); at > 0; at--)
    if (isLong(groups.slice(at)) && isNoteBefore(groups, at, isValid)) return withoutBeginning(groups.slice(at), isValid, left - 1)
  return groups
}

const count = /^[1-9]\d?$/
const minutes = /^[0-5]\d$/
const range = /^\d{1,2}(?:[./:-]{1,2}\d{1,2}){1,4}$/
const room = /^[1-9]\d{0,4}$/

/** The fewest digits of a number after a note of more than two digits, such as a room or a customer number. */
const leastAfterRoom = 9

function isNoteBefore(groups: readonly Group[], at: number, isValid: IsValid): boolean {
  const before = textOf(groups.slice(0, at))
  const first = groups[at]
  // 8 is the trunk prefix in Russia and Belarus, where the number after it may begin with 0.
  if (!first || before === '8' || !/ |\//.test(first.gap)) return false
  const isRoom = at === 1 && room.test(before)
  const isNote =
    (at === 1 && (count.test(before) || (groups[0]?.gap === ':' && minutes.test(before)))) || range.test(before) || isDay(before)
  if (!isNote && !isRoom) return false
  const rest = groups.slice(at)
  const [whole, own] = [validEnds(groups, isValid), validEnds(rest, isValid)]
  if (isNote && (first.gap.includes(' ') ? /^0\d/ : /^0\d\d/).test(first.digits)) return !whole.includes(true) || own.some(isNotFalse)
  if (!first.gap.includes(' ')) return false
  if (/^0\d\d/.test(first.digits) && countOf(rest) >= leastAfterRoom) return own.some(isNotFalse)
  const end = whole.lastIndexOf(true)
  // `2 601 123 456`: the number goes on where the digits with the note would already be a number.
  const goesOn = end < 0 || (isNote && (groups[end + 1]?.digits.length ?? 0) > 2)
  return goesOn && !whole.includes(undefined) && own.lastIndexOf(true) + at > end && own.includes(true)
}

const isNotFalse = (valid: boolean | undefined) => valid !== false
