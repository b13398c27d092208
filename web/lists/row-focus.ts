/** The card or the row that has the focus. */
const focused = () => document.activeElement?.closest<HTMLElement>('[data-entry]')

/** The id of the record whose card or row has the focus. */
export const focusedRow = (): string | undefined => focused()?.dataset.entry

/**
 * Puts the focus on the next record of the list, or with -1 on the one before; from outside of the list on the record that
 * was just saved or opened, or the first one in sight. Returns whether there is one.
 * It stands on what opens the record, so that Enter does.
 */
export function focusNextRow(by: 1 | -1): boolean {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
  const here = focused()
  const next = here ? entries[entries.indexOf(here) + by] : (entries.find(isMarkedInSight) ?? entries.find(isInSight))
  const opener = next?.querySelector<HTMLElement>('h2 a, h3 a') ?? next?.querySelector<HTMLElement>('a, button, input')
  opener?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

const isInSight = (entry: HTMLElement) => entry.getBoundingClientRect().top >= 0
const isMarkedInSight = (entry: HTMLElement) =>
  entry.matches('.marked') && isInSight(entry) && entry.getBoundingClientRect().top < innerHeight

/** Opens the form of the record that has the focus or, where no list is, of the one that is shown. Whether there is one. */
export function editFocusedRow(): boolean {
  const place = focused() ?? (document.querySelector('[data-entry]') ? undefined : document)
  const link = place?.querySelector<HTMLElement>('a[rel=edit]')
  link?.click()
  return link instanceof HTMLElement
}
