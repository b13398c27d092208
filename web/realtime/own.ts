import type { Moved } from '#contract/live.ts'

/**
 * Whether only this tab made these changes. `own` holds the tab's changes ('movies/0199…/2'); reported ones are removed. A message names
 * only some of many changes; the rest counts as changes by others.
 */
export const isOwn = ({ resource, count, changes }: Moved, own: Set<string>): boolean =>
  changes.filter(({ _id, version }) => own.delete(`${resource}/${_id}/${version}`)).length === count
