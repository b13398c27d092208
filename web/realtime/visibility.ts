import { entries } from '#web/components/entries.ts'

/** The entries of lists that are in the page, by the ids of their records. */
const entriesById = () => new Map(entries().map((entry) => [entry.dataset.entry ?? '', entry]))

/** Whether the pointer, the focus or a finger is at a list, so that its items must not move. */
export function isListInUse(): boolean {
  if (matchMedia('(hover: none)').matches || document.activeElement?.matches('[data-entry] :focus-visible')) return true
  return entries().some((entry) => entry.parentElement?.matches(':hover'))
}

/** Whether the items from an index on are in view, so that a move would be visible. */
export function isVisible(items: readonly { _id: string }[], from: number): boolean {
  const drawn = entriesById()
  return items.slice(from).some(({ _id }) => {
    const box = drawn.get(_id)?.getBoundingClientRect()
    return box !== undefined && box.bottom > 0 && box.top < innerHeight
  })
}

/** Whether the beginning of a list is in view, so that new items at its top are visible. */
export function startsInView([first]: readonly { _id: string }[]): boolean {
  const box = first && entriesById().get(first._id)?.getBoundingClientRect()
  return first === undefined || (box !== undefined && box.top >= 0)
}

/** How long a mark stays, in milliseconds: as its animation. */
const markLasts = 8_000

/** Highlights the records with these ids for a while. */
export function highlightChanges(ids: readonly string[]): void {
  // After the changed records are rendered.
  setTimeout(() =>
    requestAnimationFrame(() => {
      const drawn = entriesById()
      for (const id of ids) {
        const entry = drawn.get(id)
        if (!entry) continue
        entry.dataset.changed = ''
        setTimeout(() => delete entry.dataset.changed, markLasts)
      }
    }),
  )
}
