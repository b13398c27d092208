import { inFigures } from '#web/ui/base/figures.ts'

/** Said where not all of the bookings are there. */
export const TooMany = ({ shown }: { shown: number }) => (
  <p role="status" className="mb-5 max-w-5xl rounded-control bg-wait-soft px-3 py-2 text-wait print:hidden">
    These are the first {inFigures(shown)} of them. Choose a branch or fewer days to see all.
  </p>
)
