import type { ComponentProps } from 'react'
import { buttonClass, type IconOnly, iconButtonClass, type Look } from '#web/components/Button.tsx'
import { Link } from './Link.tsx'

/** A link that looks like a `Button`. */
export function ButtonLink({ look = 'plain', Icon, className = '', children, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link className={`${buttonClass(look)} ${className}`} {...rest}>
      {Icon && <Icon size={16} />}
      {children}
    </Link>
  )
}

/** A link that looks like an `IconButton`. `label` names it for screen readers. */
export function IconLink({ label, Icon, size = 16, className = '', ...rest }: ComponentProps<typeof Link> & IconOnly) {
  return (
    <Link aria-label={label} title={label} className={`${iconButtonClass} ${className}`} {...rest}>
      <Icon size={size} />
    </Link>
  )
}
