import type { ReactNode } from 'react'

type TicketProps = { stub: ReactNode; children: ReactNode; className: string }

/** A card that is a ticket: the stub is torn off along the perforation. `className` sets `--stub`, its width, and the least height. */
export function Ticket({ stub, children, className }: TicketProps) {
  return (
    <article className={`ticket h-full ${className}`}>
      <div className="stub">{stub}</div>
      <div className="body flex min-w-0 flex-col pt-3.5 pr-3.5 pb-3 pl-4.5">{children}</div>
    </article>
  )
}

/** The same ticket before its text has arrived. */
export function TicketSkeleton({ className }: { className: string }) {
  return (
    <div className={`ticket h-full animate-breathe ${className}`}>
      <div className="stub skeleton !rounded-r-none" />
      <div className="body flex flex-col pt-3.5 pr-3.5 pb-3 pl-4.5">
        <div className="skeleton h-5 w-3/5" />
        <div className="skeleton mt-1.5 h-3 w-2/5" />
        <div className="skeleton mt-4 h-3" />
        <div className="skeleton mt-1.5 h-3 w-4/5" />
        <div className="skeleton mt-auto mb-2 h-4 w-20" />
      </div>
    </div>
  )
}
