import { useEffect } from 'react'
import { currentSession } from '#web/api/session.ts'
import { warmPalette } from '#web/palette/overlays.ts'
import { paths } from '#web/router/paths.ts'
import { askAhead } from '#web/router/prefetch.ts'
import { asksOf, warm } from './screens.ts'

/** How long a pointer or the focus rests on a link before what it leads to is fetched, in milliseconds. */
const rest = 80
/** How long the first screen has the network to itself, in milliseconds. */
const quiet = 2_000

/** Fetches what the next click needs: of the link that somebody points at, has the focus on or presses, and the forms and the palette once there is time. */
export function useNextAhead() {
  useEffect(() => {
    const soon = setTimeout(() => {
      void warm(paths.movies.add)
      void warm(paths.bookings.add)
      warmPalette()
    }, quiet)
    let timer: ReturnType<typeof setTimeout>
    const look = ({ target, type }: Event) => {
      clearTimeout(timer)
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
      if (type === 'pointerdown') fetchAhead(link)
      // The focus also goes to a link without anybody meaning it, when something is deleted.
      else if (link.matches(':hover, :focus-visible')) timer = setTimeout(() => fetchAhead(link), rest)
    }
    for (const event of ['pointerover', 'focusin', 'pointerdown']) addEventListener(event, look, { passive: true })
    return () => {
      clearTimeout(soon)
      clearTimeout(timer)
      for (const event of ['pointerover', 'focusin', 'pointerdown']) removeEventListener(event, look)
    }
  }, [])
}

function fetchAhead(link: HTMLAnchorElement) {
  void warm(link.pathname)
  const session = currentSession()
  if (session) for (const address of asksOf(link)) askAhead(address, session.token)
}
