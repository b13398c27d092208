import type { ReactNode } from 'react'
import { Link } from '#web/router/Link.tsx'

/**
 * The name of a card's record, on up to two lines. It leads to where the record is shown, as the card's picture does: both are
 * for the pointer, since the keyboard gets there by the links at the foot of the card and need not stop three times.
 */
export function CardTitle({ to, level: Heading = 'h2', children }: { to: string; level?: 'h2' | 'h3'; children: string }) {
  return (
    <Heading dir="auto" className="line-clamp-2 text-card" title={children}>
      <Link to={to} tabIndex={-1} className="hover:underline">
        {children}
      </Link>
    </Heading>
  )
}

/** Makes the picture of a card lead to its record. Without a picture it lies over a stub, whose words can still be read out. */
export function PictureLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className="absolute inset-0">
      {children}
    </Link>
  )
}
