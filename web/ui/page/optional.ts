import { type ComponentType, lazy } from 'react'

/**
 * A part of a page that the page can do without, with its code in a file of its own: where that can't be fetched, nothing stands there.
 *
 *     const PosterWall = optional(async () => (await import('./PosterWall.tsx')).PosterWall)
 */
export const optional = <Props = object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
