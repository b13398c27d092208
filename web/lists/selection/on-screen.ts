import { useLayoutEffect } from 'react'

/**
 * Counts the components that report on bulk actions. The path does not tell: the list and a closure have them, the day sheet and the trash
 * do not, and all four share one path.
 */
export const onScreen = { workBar: 0, leftOver: 0 }

/** Counts a component while it is on the screen, and calls `onGone` afterwards. `onGone` must be stable. */
export function useOnScreen(part: keyof typeof onScreen, onGone?: () => void): void {
  useLayoutEffect(() => {
    onScreen[part] += 1
    return () => {
      onScreen[part] -= 1
      onGone?.()
    }
  }, [part, onGone])
}
