import type { Version } from '#contract/endpoint.ts'
import type { Stored } from '#web/api/resource.ts'
import { isSame } from '#web/forms/same.ts'
import type { FieldConflicts } from './field-conflicts.ts'
import { authorsOf, type Kept } from './kept.ts'
import { type Follows, merge } from './merge.ts'

export type StaleInput<Values> = {
  /** The input to save; only its fields count. */
  mine: Values
  /** The version that the input began from, and its values; an empty object where only the history may have them. */
  since: number
  base: object
  current: Stored
  /** Its versions, the latest first, as far as they could be loaded. */
  versions: readonly Version<Stored>[]
}

export type Reconciled<Values> = {
  values: Values
  /** Whether the result equals the stored record. */
  isStored: boolean
  choices: FieldConflicts<Values> | undefined
  kept: Kept
}

/** Merges the input with the changes that others have stored since. */
export function reconcile<Values extends object>(
  { mine, since, base, current, versions }: StaleInput<Values>,
  follows: Follows<Values>,
): Reconciled<Values> {
  const known = Object.keys(base).length > 0 ? base : versions.find(({ version }) => version === since)?.record
  const began = known as Partial<Values> | undefined
  const theirs = fieldsOf(mine, current as unknown as Values)
  const { values, taken, contested } = merge({ base: began, mine, theirs }, follows)
  const by = authorsOf(versions, since, contested)
  return {
    values,
    isStored: isSame(values, theirs),
    choices: contested.length > 0 ? { names: contested, by, mine: values, theirs, chosen: {} } : undefined,
    kept: { by: authorsOf(versions, since, taken), fields: taken },
  }
}

/** The fields of `like`, as a stored item has them. */
export const fieldsOf = <Values extends object>(like: Values, item: Values): Values =>
  Object.fromEntries(Object.keys(like).map((name) => [name, item[name as keyof Values]])) as Values
