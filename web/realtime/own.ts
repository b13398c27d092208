import type { Moved } from '#contract/live.ts'

/**
 * Whether this tab alone made these changes. `own` holds what it has changed ('movies/0199…/2'), and loses what is told. A message names some of
 * many changes: all others count as those of others.
 */
export const isOwn = ({ resource, count, changes }: Moved, own: Set<string>): boolean =>
  changes.filter(({ _id, version }) => own.delete(`${resource}/${_id}/${version}`)).length === count
