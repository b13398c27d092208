/** Consecutive digits, and the text between them and the previous group. */
export type Group = { digits: string; gap: string }

/** Whether digits are a valid number: the answer of libphonenumber; `undefined` when their country is unknown. */
export type IsValid = (digits: string) => boolean | undefined

/** The fewest digits that can be a number by themselves, with any text beside them. */
export const leastWhole = 7

/** The most digits of a number with its prefixes (libphonenumber). */
const mostDigits = 19

/** Returns, for each group, whether a valid number ends with it that begins at the first group. Ends where no number is that long. */
export function validEnds(groups: readonly Group[], isValid: IsValid): (boolean | undefined)[] {
  const known: (boolean | undefined)[] = []
  let count = 0
  for (const [at, { digits }] of groups.entries()) {
    count += digits.length
    if (count > mostDigits) break
    known.push(count >= leastWhole && isValid(digitsOf(groups.slice(0, at + 1))))
  }
  return known
}

/** Returns the number of digits in the groups. */
export const countOf = (groups: readonly Group[]) => groups.reduce((count, { digits }) => count + digits.length, 0)

/** Whether groups have enough digits for a number. */
export const isLong = (groups: readonly Group[]) => countOf(groups) >= leastWhole

/** Returns the lengths of the groups: `4 3 2 2`. */
export const shapeOf = (groups: readonly Group[]) => groups.map(({ digits }) => digits.length).join(' ')

/** Returns the groups as typed, without blanks. */
export const textOf = (groups: readonly Group[]) =>
  groups.map(({ digits, gap }, at) => (at === 0 ? digits : gap.replaceAll(' ', '') + digits)).join('')

/** Returns the digits as dialled. `00` becomes the calling code's `+`, after which a 0 in brackets isn't dialled. */
export function digitsOf(groups: readonly Group[]): string {
  const all = groups.map(({ digits }) => digits).join('')
  const isInternational = isPlus(groups[0]) || /^00[1-9]\d{5}/.test(all)
  if (!isInternational) return all
  const dialled = groups.filter(({ digits, gap }, at) => at === 0 || digits !== '0' || !gap.endsWith('(')).map(({ digits }) => digits)
  return `+${dialled.join('').replace(isPlus(groups[0]) ? '' : /^00/, '')}`
}

/** Whether a group begins with the `+` of a calling code. */
export const isPlus = (group: Group | undefined) => /\+[ (]*$/.test(group?.gap ?? '')
