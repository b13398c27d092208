import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { savedIn } from '#web/ui/list/marked.ts'

const storageKey = 'moviebox.scroll'

/** Where each entry of the history was scrolled to, in pixels. */
const positions = new Map<string, number>(readPositions())

/** Where each path was scrolled to when it was left last. */
const lastAt = new Map<string, number>()

/** A new page begins at its top; going back, or to a list from which something was edited, ends where one was. */
export function useScrollMemory() {
  const { key, pathname, state } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const isDone = savedIn(state) !== undefined

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    scrollTo(0, (isReturn ? positions.get(key) : isDone ? lastAt.get(pathname) : 0) ?? 0)
    const remember = () => {
      positions.set(key, scrollY)
      lastAt.set(pathname, scrollY)
    }
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [key, pathname, isReturn, isDone])
}

function readPositions(): [string, number][] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  return Array.isArray(kept)
    ? kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
    : []
}
