import type { ComingClosure } from '#contract/closures.ts'

/** Marks a booking at a closed time. */
export const ClosedMark = ({ closure }: { closure: ComingClosure }) => (
  <p dir="auto" title={closure.reason} className="w-fit max-w-full truncate rounded-control bg-wait-soft px-2 py-0.5 text-tiny text-wait">
    Closed: {closure.reason}
  </p>
)
