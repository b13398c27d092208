import { isSame } from '#web/forms/same.ts'

/**
 * Merges two changed lists: additions and removals of both sides, in the order of the side that moved items. `undefined` if both sides
 * moved items differently, and for values other than lists of texts.
 */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown): string[] | undefined {
  if (!isList(base) || !isList(mine) || !isList(theirs)) return undefined
  const lasting = base.filter((each) => mine.includes(each) && theirs.includes(each))
  const [myOrder, theirOrder] = [mine, theirs].map((list) => list.filter((each) => lasting.includes(each)))
  if (isSame(myOrder, lasting) || isSame(myOrder, theirOrder)) return join(theirs, mine, base)
  return isSame(theirOrder, lasting) ? join(mine, theirs, base) : undefined
}

/** `leading` without what `other` took out, and with what that added: each behind what stands before it there. */
function join(leading: string[], other: string[], base: string[]): string[] {
  const joined = leading.filter((each) => other.includes(each) || !base.includes(each))
  for (const [at, each] of other.entries()) {
    if (base.includes(each) || joined.includes(each)) continue
    const before = other.slice(0, at).findLast((earlier) => joined.includes(earlier))
    joined.splice(before === undefined ? 0 : joined.indexOf(before) + 1, 0, each)
  }
  return joined
}

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')
