import { useEffect, useRef } from 'react'
import { dismiss } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'

type Removal<Removed> = {
  /** Whether the image is still removed, so that putting it back neither repeats nor replaces a newer choice. */
  isOut: (removed: Removed) => boolean
  putBack: (removed: Removed) => void
}

/**
 * Reports an image removed from a field, with an Undo while it `isOut`. Nothing is stored by either; the notice goes when the form is
 * left.
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
    const way = { name, go: async () => latest.current.putBack(removed), done: 'was added back.', failed: "couldn't be added back." }
    told.current.set(toastWithUndo({ about: { name }, text: 'was removed.' }, [way]), removed)
  }
}
