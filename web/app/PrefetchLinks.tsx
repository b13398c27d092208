import { useEffect } from 'react'
import { currentSession } from '#web/api/session.ts'
import { preloadPalette } from '#web/palette/overlays.ts'
import { paths } from '#web/router/paths.ts'
import { prefetch } from '#web/router/prefetch.ts'
import { firstRequests, preload } from './screens.ts'

/** How long the pointer or the focus rests on a link before its target is prefetched, in milliseconds. */
const rest = 80
/** How long the first screen has the network to itself, in milliseconds. */
const quiet = 2_000

/** Prefetches the target of a link that has the pointer or the focus, and after a while the forms and the palette. */
export function PrefetchLinks() {
  useEffect(() => {
    const soon = setTimeout(() => {
      void preload(paths.movies.add)
      void preload(paths.bookings.add)
      preloadPalette()
    }, quiet)
    let timer: ReturnType<typeof setTimeout>
    const look = ({ target, type }: Event) => {
      clearTimeout(timer)
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
      if (type === 'pointerdown') prefetchLink(link)
      // The focus also goes to a link without anybody meaning it, when something is deleted.
      else if (link.matches(':hover, :focus-visible')) timer = setTimeout(() => prefetchLink(link), rest)
    }
    for (const event of ['pointerover', 'focusin', 'pointerdown']) addEventListener(event, look, { passive: true })
    return () => {
      clearTimeout(soon)
      clearTimeout(timer)
      for (const event of ['pointerover', 'focusin', 'pointerdown']) removeEventListener(event, look)
    }
  }, [])
  return null
}

function prefetchLink(link: HTMLAnchorElement) {
  void preload(link.pathname)
  const session = currentSession()
  if (session) for (const address of firstRequests(link)) prefetch(address, session.token)
}
