import { useCallback, useSyncExternalStore } from 'react'

/** The window widths at which a layout changes, as in `tokens.css`. */
export const wide = '(width >= 1024px)'
export const veryWide = '(width >= 1360px)'

/** Whether the window matches a media query; follows it when the window changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
