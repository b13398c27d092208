import { entries, focusedEntry } from '#web/components/entries.ts'
import { focusFirstIn } from '#web/components/focus.ts'

/** The id of the record whose card or row has the focus. */
export const focusedRow = (): string | undefined => focusedEntry()?.dataset.entry

/**
 * Puts the focus on the next record of the list, or with -1 on the one before; from outside of the list on the record that
 * was just saved or opened, or the first one in sight. Returns whether there is one.
 * It stands on what opens the record, so that Enter does.
 */
export function focusNextRow(by: 1 | -1): boolean {
  const all = entries()
  const here = focusedEntry()
  const next = here ? all[all.indexOf(here) + by] : (all.find(isMarkedInSight) ?? all.find(isInSight))
  const opener = next?.querySelector<HTMLElement>('h2 a, h3 a')
  if (opener) opener.focus({ preventScroll: true })
  else focusFirstIn(next)
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

const isInSight = (entry: HTMLElement) => entry.getBoundingClientRect().top >= 0
const isMarkedInSight = (entry: HTMLElement) =>
  entry.matches('.marked') && isInSight(entry) && entry.getBoundingClientRect().top < innerHeight

/** Opens the form of the record that has the focus or, where no list is, of the one that is shown. Whether there is one. */
export function editFocusedRow(): boolean {
  const place = focusedEntry() ?? (entries().length > 0 ? undefined : document)
  const link = place?.querySelector<HTMLElement>('a[rel=edit]')
  link?.click()
  return link instanceof HTMLElement
}
