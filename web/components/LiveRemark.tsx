import type { ReactNode } from 'react'

/** A warning below a field, which doesn't block the form. Screen readers announce it when it appears. */
export const LiveRemark = ({ children }: { children: ReactNode }) => (
  <div aria-live="polite">{children && <p className="mt-2 rounded-control bg-wait-soft px-3 py-2 text-wait">{children}</p>}</div>
)
