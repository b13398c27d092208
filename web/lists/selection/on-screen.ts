import { useLayoutEffect } from 'react'

/**
 * The number of mounted components that report on bulk actions, by their part. The path does not tell: the list and a closure have them, the day
 * sheet and the trash do not, and all four share one path.
 */
const counts: Record<string, number> = {}

export const isOnScreen = (part: string): boolean => (counts[part] ?? 0) > 0

/** Counts a component while it is on the screen, and calls `onGone` afterwards. `onGone` must be stable. */
export function useOnScreen(part: string, onGone?: () => void): void {
  useLayoutEffect(() => {
    counts[part] = (counts[part] ?? 0) + 1
    return () => {
      counts[part] = (counts[part] ?? 0) - 1
      onGone?.()
    }
  }, [part, onGone])
}
