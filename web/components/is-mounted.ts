import { useLayoutEffect, useState } from 'react'

/** Tells at any later moment whether the component is still on the screen: for work that outlives it. */
export function useIsHere(): () => boolean {
  const [place] = useState({ isHere: false })
  useLayoutEffect(() => {
    place.isHere = true
    return () => {
      place.isHere = false
    }
  }, [place])
  return () => place.isHere
}
