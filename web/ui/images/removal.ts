import { useEffect, useRef } from 'react'
import { dismiss } from '#web/ui/page/notices.ts'
import { tellDone } from '#web/ui/page/undo.ts'

/**
 * Says what was taken out of a field, and offers to put it back. Nothing is stored by either: once the form is left the notice goes too,
 * and what was saved is taken back as a whole.
 *
 *     const tellRemoved = useRemoval(onChange)
 *     tellRemoved('Cover Image', url)
 */
export function useRemoval<Removed>(putBack: (removed: Removed) => void): (name: string, removed: Removed) => void {
  const shown = useRef<number[]>([])
  const latest = useRef(putBack)
  useEffect(() => {
    latest.current = putBack
  }, [putBack])
  useEffect(() => () => shown.current.forEach(dismiss), [])
  return (name, removed) => {
    const way = { name, go: async () => latest.current(removed), done: 'is there again.', failed: 'could not be put back.' }
    shown.current.push(tellDone({ about: { name }, text: 'was removed.' }, [way]))
  }
}
