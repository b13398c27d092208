import { useLayoutEffect } from 'react'
import { staysIn } from './location-state.ts'
import { usePlace } from './RouterProvider.tsx'
import { keepScroll, noteScroll, scrolledTo } from './scroll-positions.ts'

/** A new page begins at its top; going back, or to a list from one of its records, ends where one was. */
export function useScrollMemory() {
  const place = usePlace()

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    // The search and the filters of a list change its address, and the page stays where it is.
    const way = place.by === 'pop' || !staysIn(place.state) ? goTo(scrolledTo(place)) : undefined
    const remember = () => noteScroll(place, way?.goal() ?? scrollY)
    const keep = () => {
      // A busy browser has not told yet how far it was scrolled last.
      remember()
      keepScroll()
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      way?.giveUp()
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [place])
}

/** How long a page may go without growing before its place counts as gone, in milliseconds. */
const longestPause = 5_000
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** The way to a place of the page: where it leads, in pixels, until it is over, and how to give it up. */
type Way = { goal: () => number | undefined; giveUp: () => void }

/** Scrolls to a place, and again while the page grows to it: a list is loaded page by page. Whoever moves themselves is left alone. */
function goTo(place: number): Way {
  let goal: number | undefined = place
  let timer: ReturnType<typeof setTimeout>
  const growth = new ResizeObserver(move)
  // What is drawn further down depends on where that is; the top is the same wherever all else will be.
  if (place > 0) move()
  if (goal !== undefined) growth.observe(document.body)
  return { goal: () => goal, giveUp }

  function move() {
    scrollTo(0, place)
    clearTimeout(timer)
    if (scrollY >= place - 1) return giveUp()
    timer = setTimeout(giveUp, longestPause)
    for (const own of ownMoves) addEventListener(own, giveUp, { passive: true })
  }

  function giveUp() {
    goal = undefined
    growth.disconnect()
    clearTimeout(timer)
    for (const own of ownMoves) removeEventListener(own, giveUp)
  }
}
