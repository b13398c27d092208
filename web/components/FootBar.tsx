import type { ComponentProps } from 'react'
import { useRootDataAttribute } from './root-data-attribute.ts'

/** A bar at the foot of the window. Notices and scrolled elements keep clear of it. `lines`: its height on a phone. */
export function FootBar({ lines = 1, className = '', ...rest }: ComponentProps<'section'> & { lines?: 1 | 2 }) {
  useRootDataAttribute('footBar', String(lines))
  return <section {...rest} className={`foot-bar ${className}`} />
}
