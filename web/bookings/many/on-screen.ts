import { useLayoutEffect } from 'react'

/**
 * How many there are on the screen of what tells of a change of many bookings. The path doesn't say: the list and a closure have them, the day sheet
 * and the trash have none, and all four have the same.
 */
export const onScreen = { workBar: 0, leftOver: 0 }

export function useOnScreen(part: keyof typeof onScreen): void {
  useLayoutEffect(() => {
    onScreen[part] += 1
    return () => {
      onScreen[part] -= 1
    }
  }, [part])
}
