import { useLayoutEffect } from 'react'
import { returnsIn, staysIn } from '#web/ui/base/arrival.ts'
import { savedIn } from '#web/ui/list/marked.ts'
import { usePlace } from '#web/ui/place/Here.tsx'

const storageKey = 'moviebox.scroll'

/** Where each entry of the history was scrolled to, in pixels. */
const positions = new Map<string, number>(readPositions())

/** Where each path was scrolled to when it was left last. */
const lastAt = new Map<string, number>()

/** A new page begins at its top; going back, or to a list from one of its records, ends where one was. */
export function useScrollMemory() {
  const { key, pathname, state, by } = usePlace()
  const isReturn = by === 'pop'
  const isDone = savedIn(state) !== undefined || returnsIn(state)

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    // The search and the filters of a list change its address, and the page stays where it is.
    const place = (isReturn ? positions.get(key) : isDone ? lastAt.get(pathname) : 0) ?? 0
    const giveUp = isReturn || !staysIn(state) ? goTo(place) : () => {}
    const remember = () => {
      positions.set(key, scrollY)
      lastAt.set(pathname, scrollY)
    }
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      giveUp()
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [key, pathname, state, isReturn, isDone])
}

/** How long a page may take to grow to the place where it was left, in milliseconds. */
const longestGrowth = 5_000
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Scrolls to a place, and again while the page grows to it: a list is loaded page by page. Whoever moves themselves is left alone. Answers how to give it up. */
function goTo(place: number): () => void {
  scrollTo(0, place)
  const isThere = () => scrollY >= place - 1
  if (isThere()) return () => {}
  const growth = new ResizeObserver(() => {
    scrollTo(0, place)
    if (isThere()) stop()
  })
  const timer = setTimeout(stop, longestGrowth)
  growth.observe(document.body)
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
  return stop

  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
}

function readPositions(): [string, number][] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  return Array.isArray(kept)
    ? kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
    : []
}
