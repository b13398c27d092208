import { withoutBeginning } from './beginning.ts'
import { isDay } from './days.ts'
import { isExtension } from './extension.ts'
import { countOf, digitsOf, type Group, type IsValid, isLong, leastWhole, shapeOf, textOf } from './groups.ts'
import { endOf } from './notes.ts'
import { plainDigits } from './plain.ts'
import { vanityNumberIn } from './vanity.ts'

/** A run of digits that looks like a phone number: `digits` as dialled, with `+` before a calling code; `typed` as typed; and the extension. */
export type Candidate = { digits: string; typed: string; extension?: string | undefined }

/** The most characters that are read. A phone field has at most 40; longer texts come from the search, where the rest is no number. */
const longestText = 200

/** The fewest digits before an extension. */
const leastExtended = 5

/** Characters between the groups of one number. */
const inside = /^[ ./\\()'’_·•~-]{1,5}$/

/** A single sign after an area code with its 0: `0660=1234567`. The digits after `+` or `#` are a number, or an extension. */
const afterArea = /^(?![+#])[\p{P}\p{S}]$/u
const longestArea = 5

/** Tests of libphonenumber: whether digits have the length of one number, and whether they are valid (`undefined` without a known country). */
export type Tests = { isPossible: (digits: string) => boolean; isValid: IsValid }

/** Returns the runs of digits in `text` that look like phone numbers, in order. Reads the first 200 characters, in linear time. */
export function candidatesIn(text: string, tests: Tests): Candidate[] {
  const plain = plainDigits(text.slice(0, longestText))
  const found: Candidate[] = []
  for (const { groups, after, extension } of runsIn(plain)) {
    if (isDay(textOf(groups))) continue
    const numbers = numbersIn(groups, after, tests).map((number) => ({
      digits: digitsOf(number),
      typed: number.map(({ digits }) => digits).join(''),
    }))
    const last = numbers.at(-1)
    found.push(...numbers.slice(0, -1), ...(last ? [{ ...last, extension }] : []))
  }
  const spelled = found.some(({ digits }) => digits.length >= leastWhole) ? undefined : vanityNumberIn(plain)
  return spelled === undefined ? found : [{ digits: spelled, typed: spelled.replace('+', '') }]
}

/** Returns the numbers of a run, without the notes beside them. */
function numbersIn(groups: readonly Group[], after: string, tests: Tests): (readonly Group[])[] {
  const own = withoutBeginning(groups, tests.isValid)
  const end = endOf(own, after, tests.isValid)
  const numbers = split(own.slice(0, end), tests.isPossible)
  const isSecond = (at: number) => /^0\d/.test(own[at]?.digits ?? '') || shapeOf(own.slice(at)).startsWith(shapeOf(own.slice(0, end)))
  const next = own.findIndex((_, at) => at >= end && isLong(own.slice(at)) && isSecond(at))
  return next < 0 ? numbers : [...numbers, ...numbersIn(own.slice(next), after, tests)]
}

type Run = { groups: Group[]; after: string; extension?: string }

/** Returns runs of groups that may belong to one number, each with the text after the run. */
function runsIn(plain: string): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  let end = 0
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    const between = plain.slice(end, index)
    // `2+2 0660 1234567`: adults and children, and no calling code.
    const gap = between === '+' && end > 0 && /^\d{1,2} 0/.test(plain.slice(index, index + 4)) ? '-' : between
    end = index + digits.length
    if (run) run.after = gap + digits
    if (run && countOf(run.groups) >= leastExtended && isExtension(gap, digits, plain.slice(end))) {
      run.extension = digits
      run = undefined
    } else if (run && goesOn(run.groups, gap, digits)) run.groups.push({ digits, gap })
    else {
      run = { groups: [{ digits, gap }], after: '' }
      runs.push(run)
    }
  }
  if (run) run.after = plain.slice(end)
  return runs
}

/** Whether a number continues after `gap`: not after an unmatched bracket, and not after ` / ` when another number begins there. */
function goesOn(groups: readonly Group[], gap: string, digits: string): boolean {
  const count = countOf(groups)
  if (count <= longestArea && groups.length === 1 && groups[0]?.digits.startsWith('0') && afterArea.test(gap)) return true
  if (!inside.test(gap)) return false
  if (/^[^(]*\)/.test(gap) && !groups.some((group) => group.gap.includes('('))) return false
  if (gap.includes('(')) return count < leastWhole
  return !/ \/ /.test(gap) || count < leastWhole || (!digits.startsWith('0') && count < 9)
}

/** Splits two numbers with a blank between them: the second begins with 0, or the whole is too long for one number. */
function split(groups: readonly Group[], isPossible: (digits: string) => boolean): (readonly Group[])[] {
  const places = groups.flatMap(({ gap }, at) =>
    at > 0 && / |\//.test(gap) && isLong(groups.slice(0, at)) && isLong(groups.slice(at)) ? [at] : [],
  )
  const isTooLong = places.length > 0 && !isPossible(digitsOf(groups))
  const place =
    places.find((at) => groups[at]?.digits.startsWith('0')) ??
    (isTooLong ? (places.find((at) => shapeOf(groups.slice(at)).startsWith(shapeOf(groups.slice(0, at)))) ?? places[0]) : undefined)
  return place === undefined ? [groups] : [groups.slice(0, place), ...split(groups.slice(place), isPossible)]
}
