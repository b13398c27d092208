import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * A bar that stays in reach at the foot of the window; notices and what is scrolled to stay clear of it. The page is told of it by an attribute:
 * a rule with `html:has(…)` would have the browser work out all of the page anew for whatever comes into it. `lines`: how many it has on a phone.
 */
export function FootBar({ lines = 1, className = '', ...rest }: ComponentProps<'section'> & { lines?: 1 | 2 }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.footBar = `${lines}`
    return () => {
      delete dataset.footBar
    }
  }, [lines])
  return <section {...rest} className={`foot-bar ${className}`} />
}
