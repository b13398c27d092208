import { useLayoutEffect } from 'react'

/**
 * Sets `<html data-name="value">` while the component is mounted and `value` is defined. For rules about the whole page: a selector with
 * `html:has(…)` would make the browser match it again after every change.
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
