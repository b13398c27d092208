import { useLayoutEffect, useState } from 'react'

/** Returns a function that tells whether the component is still mounted, for work that outlives it. */
export function useIsMounted(): () => boolean {
  const [place] = useState({ isHere: false })
  useLayoutEffect(() => {
    place.isHere = true
    return () => {
      place.isHere = false
    }
  }, [place])
  return () => place.isHere
}
