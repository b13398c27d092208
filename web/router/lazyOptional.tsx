import { type ComponentType, useEffect, useState } from 'react'
import { loadedScreen, loadScreen } from './load-screen.ts'

/**
 * A part of a page that the page can do without, with its code in a file of its own, which is fetched once the page is drawn. Nothing stands
 * there where that fails; the next visit tries again.
 *
 *     const PosterWall = lazyOptional(async () => (await import('./PosterWall.tsx')).PosterWall)
 */
export function lazyOptional<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LazyOptional(props) {
    const [, redraw] = useState<ComponentType<Props>>()
    const Part = loadedScreen(load)
    const isMissing = Part === undefined
    useEffect(() => {
      if (!isMissing) return
      let isHere = true
      loadScreen(load).then(
        (loaded) => isHere && redraw(() => loaded),
        (error: unknown) => console.error('A part of the page could not be loaded', error),
      )
      return () => {
        isHere = false
      }
    }, [isMissing])
    return Part && <Part {...props} />
  }
}
