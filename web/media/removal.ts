import { useEffect, useRef } from 'react'
import { dismiss } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'

type Removal<Removed> = {
  /** Whether it is still out: what was chosen since, here or by somebody else, is not to be doubled or replaced. */
  isOut: (removed: Removed) => boolean
  putBack: (removed: Removed) => void
}

/**
 * Says what was taken out of a field, and offers to put it back for as long as it `isOut`. Nothing is stored by either: once the form is left
 * the notice goes too, and what was saved is taken back as a whole.
 *
 *     const tellRemoved = useRemoval({ isOut: () => value === '', putBack: onChange })
 *     tellRemoved('Cover Image', url)
 */
export function useRemoval<Removed>(removal: Removal<Removed>): (name: string, removed: Removed) => void {
  const told = useRef(new Map<number, Removed>())
  const latest = useRef(removal)
  useEffect(() => {
    latest.current = removal
    for (const [id, removed] of told.current) {
      if (removal.isOut(removed)) continue
      told.current.delete(id)
      dismiss(id)
    }
  })
  useEffect(() => () => [...told.current.keys()].forEach(dismiss), [])

  return (name, removed) => {
    const way = { name, go: async () => latest.current.putBack(removed), done: 'is there again.', failed: 'could not be put back.' }
    told.current.set(toastWithUndo({ about: { name }, text: 'was removed.' }, [way]), removed)
  }
}
