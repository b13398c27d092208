import { isSame } from '#web/forms/same.ts'
import { mergeLists } from './merge-lists.ts'

/** The merge of two users' changes to one record. */
type Merged<Values> = {
  /** The merged values; contested fields have the value of `mine`. */
  values: Values
  /** The fields whose values are from `theirs`. */
  taken: NameOf<Values>[]
  /** The fields that both changed, each to something else. */
  contested: NameOf<Values>[]
}

export type NameOf<Values> = keyof Values & string

/** Fields that depend on another field, as a discount depends on its promo code. */
export type Follows<Values> = Partial<Record<NameOf<Values>, NameOf<Values>>>

type Versions<Values> = {
  /** The common version. Without it, every difference is contested. */
  base: Partial<Values> | undefined
  mine: Values
  theirs: Values
}

/**
 * Merges field by field: a change by one side wins, and lists merge additions, removals and moves. Only the fields of `mine` count; the
 * stored record may have more.
 */
export function merge<Values extends object>({ base, mine, theirs }: Versions<Values>, follows: Follows<Values> = {}): Merged<Values> {
  const merged: Merged<Values> = { values: mine, taken: [], contested: [] }
  const names = (Object.keys(mine) as NameOf<Values>[]).filter((name) => follows[name] === undefined)
  for (const name of names) {
    const isMine = !base || !isSame(mine[name], base[name])
    const isTheirs = !base || !isSame(theirs[name], base[name])
    const list = isMine && isTheirs ? mergeLists(base?.[name], mine[name], theirs[name]) : undefined
    if (isSame(mine[name], theirs[name])) merged.values = take(merged.values, name, theirs, follows)
    else if (list) {
      merged.values = { ...merged.values, [name]: list }
      if (!isSame(list, mine[name])) merged.taken.push(name)
    } else if (!isMine) {
      merged.values = take(merged.values, name, theirs, follows)
      merged.taken.push(name)
    } else if (isTheirs) merged.contested.push(name)
  }
  return merged
}

/** `values` with a field as `from` has it, and with what goes with that field. */
function take<Values extends object>(values: Values, name: NameOf<Values>, from: Values, follows: Follows<Values>): Values {
  return { ...values, ...Object.fromEntries(goingWith(name, follows).map((each) => [each, from[each]])) }
}

/** A field, and those that go with it. */
export function goingWith<Values extends object>(name: NameOf<Values>, follows: Follows<Values>): NameOf<Values>[] {
  return [name, ...(Object.keys(follows) as NameOf<Values>[]).filter((each) => follows[each] === name)]
}
