import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a function that runs `work` when the state changed beside the call is on the page, for a focus that follows the change. Nothing runs
 * once the component is gone.
 *
 *     close()
 *     afterRender(() => button.current?.focus())
 */
export function useAfterRender(): (work: () => void) => void {
  const [due, setDue] = useState<() => void>()
  const done = useRef(due)
  useLayoutEffect(() => {
    // React repeats effects when a hidden screen is shown again.
    if (done.current !== due) due?.()
    done.current = due
  }, [due])
  return (work) => setDue(() => work)
}
