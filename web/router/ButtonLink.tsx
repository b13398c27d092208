import type { ComponentProps } from 'react'
import { buttonClass, iconButtonClass, type Look } from '#web/components/Button.tsx'
import { Link } from './Link.tsx'

/** A link that looks like a `Button`. */
export function ButtonLink({ look = 'plain', className = '', ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={`${buttonClass(look)} ${className}`} {...rest} />
}

/** A link that looks like an `IconButton`. `label` names it for screen readers. */
export function IconLink({ label, className = '', ...rest }: ComponentProps<typeof Link> & { label: string }) {
  return <Link aria-label={label} title={label} className={`${iconButtonClass} ${className}`} {...rest} />
}
