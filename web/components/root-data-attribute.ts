import { useLayoutEffect } from 'react'

/**
 * Marks the page (`<html data-name="value">`) while this is on it; not where `value` is `undefined`. For rules about the whole page: with
 * `html:has(…)` the browser would work out all of it anew for whatever comes into it.
 */
export function useRootDataAttribute(name: 'footBar' | 'held', value: string | undefined): void {
  useLayoutEffect(() => {
    if (value === undefined) return
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
