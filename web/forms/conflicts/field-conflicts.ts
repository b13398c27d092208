import { isSame } from '#web/forms/same.ts'
import type { NameOf } from './merge.ts'

export type Side = 'mine' | 'theirs'

/** The fields that two people changed, each to something else, and which of the two it shall be. */
export type FieldConflicts<Values> = {
  /** In the order of the record. */
  names: NameOf<Values>[]
  /** Who the others are, as far as that is known. */
  by: readonly string[]
  /** The user's latest input, visible in the form or not. */
  mine: Values
  theirs: Values
  chosen: Partial<Record<NameOf<Values>, Side>>
}

export function choose<Values>(choices: FieldConflicts<Values>, name: NameOf<Values>, whose: Side): FieldConflicts<Values> {
  return { ...choices, chosen: { ...choices.chosen, [name]: whose } }
}

/** The conflicts after the form has changed to `values`: typing into a field chooses the typed value. */
export function followed<Values>(choices: FieldConflicts<Values>, values: Values): FieldConflicts<Values> {
  const typed = choices.names.filter((name) => !isSame(values[name], shown(choices, name)))
  return {
    ...choices,
    mine: { ...choices.mine, ...Object.fromEntries(typed.map((name) => [name, values[name]])) },
    chosen: { ...choices.chosen, ...Object.fromEntries(typed.map((name) => [name, 'mine'])) },
  }
}

/** The value of a field in the form: the user's own, unless the other is chosen. */
function shown<Values>({ mine, theirs, chosen }: FieldConflicts<Values>, name: NameOf<Values>) {
  return chosen[name] === 'theirs' ? theirs[name] : mine[name]
}

/** The first undecided field. */
export const undecided = <Values>({ names, chosen }: FieldConflicts<Values>): NameOf<Values> | undefined =>
  names.find((name) => chosen[name] === undefined)
