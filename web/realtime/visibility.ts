/** The entries of lists that are in the page, by the ids of their records. */
const entries = () =>
  new Map([...document.querySelectorAll<HTMLElement>('[data-entry]')].map((entry) => [entry.dataset.entry ?? '', entry]))

/** Whether the pointer, the focus or a finger is at a list, so that its items must not move. */
export function isListInUse(): boolean {
  return matchMedia('(hover: none)').matches || document.querySelector('[data-entry] :focus-visible, :has(> [data-entry]):hover') !== null
}

/** Whether the items from an index on are in view, so that a move would be visible. */
export function isVisible(items: readonly { _id: string }[], from: number): boolean {
  const drawn = entries()
  return items.slice(from).some(({ _id }) => {
    const box = drawn.get(_id)?.getBoundingClientRect()
    return box !== undefined && box.bottom > 0 && box.top < innerHeight
  })
}

/** Whether the beginning of a list is in view, so that new items at its top are visible. */
export function startsInView([first]: readonly { _id: string }[]): boolean {
  const box = first && entries().get(first._id)?.getBoundingClientRect()
  return first === undefined || (box !== undefined && box.top >= 0)
}

/** How long a mark stays, in milliseconds: as its animation. */
const markLasts = 8_000

/** Marks the records of these ids where they stand, for a while. */
export function highlightChanges(ids: readonly string[]): void {
  // After the changed records are rendered.
  setTimeout(() =>
    requestAnimationFrame(() => {
      const drawn = entries()
      for (const id of ids) {
        const entry = drawn.get(id)
        if (!entry) continue
        entry.dataset.changed = ''
        setTimeout(() => delete entry.dataset.changed, markLasts)
      }
    }),
  )
}
