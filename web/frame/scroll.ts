import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const storageKey = 'moviebox.scroll'

/** Where each entry of the history was scrolled to, in pixels. */
const positions = new Map<string, number>(readPositions())

/** A new page begins at its top; going back ends where one was. */
export function useScrollMemory() {
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0)
    const remember = () => void positions.set(key, scrollY)
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [key, isReturn])
}

function readPositions(): [string, number][] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  return Array.isArray(kept)
    ? kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
    : []
}
