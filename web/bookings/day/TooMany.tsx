import type { ReactNode } from 'react'
import { formatCount } from '#web/components/format-count.ts'
import { mostSelected } from '#web/lists/selection/load-all.ts'

/** Said where not all of the bookings are shown, and what that means. */
export const TooMany = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mb-5 max-w-5xl rounded-control bg-wait-soft px-3 py-2 text-wait print:hidden">
    Only the first {formatCount(mostSelected)} bookings are shown. {children}
  </p>
)
