import { type ComponentType, lazy } from 'react'
import { useLater } from '#web/ui/base/later.ts'

/**
 * A part of a page that the page can do without, with its code in a file of its own, which is fetched once the page is drawn: where that can't
 * be done, nothing stands there.
 *
 *     const PosterWall = optional(async () => (await import('./PosterWall.tsx')).PosterWall)
 */
export function optional<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return function Optional(props) {
    return useLater() && <Part {...props} />
  }
}
