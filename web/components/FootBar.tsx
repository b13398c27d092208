import type { ComponentProps } from 'react'
import { usePageMark } from './root-data-attribute.ts'

/** A bar that stays in reach at the foot of the window; notices and what is scrolled to stay clear of it. `lines`: how many it has on a phone. */
export function FootBar({ lines = 1, className = '', ...rest }: ComponentProps<'section'> & { lines?: 1 | 2 }) {
  usePageMark('footBar', String(lines))
  return <section {...rest} className={`foot-bar ${className}`} />
}
