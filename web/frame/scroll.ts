import { useLayoutEffect } from 'react'
import { staysIn } from '#web/ui/base/arrival.ts'
import { usePlace } from '#web/ui/place/Here.tsx'
import { keepScroll, noteScroll, scrolledTo } from '#web/ui/place/scrolled.ts'

/** A new page begins at its top; going back, or to a list from one of its records, ends where one was. */
export function useScrollMemory() {
  const place = usePlace()

  // One layout effect: the old page's listener must be gone before the new one moves the scroll bar.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    // The search and the filters of a list change its address, and the page stays where it is.
    const giveUp = place.by === 'pop' || !staysIn(place.state) ? goTo(scrolledTo(place)) : () => {}
    const remember = () => noteScroll(place)
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keepScroll)
    return () => {
      giveUp()
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keepScroll)
    }
  }, [place])
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
