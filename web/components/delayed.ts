import { useEffect, useRef } from 'react'

/** Returns `begin`, which calls `work` after `pause` milliseconds in place of an earlier call that is still due, and `cancel`. */
export function useDelayed<Args extends unknown[]>(work: (...args: Args) => void, pause: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  function begin(...args: Args) {
    cancel()
    timer.current = setTimeout(work, pause, ...args)
  }

  return { begin, cancel }
}
