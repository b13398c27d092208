import { useLayoutEffect } from 'react'
import { isSameView } from './location-state.ts'
import { useLocation } from './RouterProvider.tsx'
import { rememberScroll, scrollPositionOf, storeScrollPositions } from './scroll-positions.ts'

/** A new page begins at its top; going back, or to a list from one of its records, ends where one was. */
export function useScrollRestoration() {
  const place = useLocation()

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    // The search and the filters of a list change its address, and the page stays where it is.
    const way = place.by === 'pop' || !isSameView(place.state) ? restoreScroll(scrollPositionOf(place)) : undefined
    const remember = () => rememberScroll(place, way?.goal() ?? scrollY)
    const keep = () => {
      // A busy browser has not told yet how far it was scrolled last.
      remember()
      storeScrollPositions()
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
type ScrollRestoration = { goal: () => number | undefined; giveUp: () => void }

/** Scrolls to a position, and again while the page grows, as lists load page by page. Stops when the user scrolls. */
function restoreScroll(place: number): ScrollRestoration {
  let goal: number | undefined = place
  let timer: ReturnType<typeof setTimeout>
  const growth = new ResizeObserver(move)
  // Reading a position forces a layout, and the top needs none.
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
