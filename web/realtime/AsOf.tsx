import { momentInWords } from '#web/components/dates.ts'
import { useAsOf } from './as-of.ts'

/** The time that the screen's data is from, while the server can't be reached. Positioned below the bar, so that nothing moves. */
export function AsOf() {
  const asOf = useAsOf()
  return (
    <div role="status" className="sticky top-14 z-10 mx-auto h-0 max-w-page text-ink-2 text-tiny tabular-nums">
      {asOf !== undefined && (
        <p className="absolute top-px right-2 rounded-b-control bg-bg/90 px-2 py-0.5 md:right-6 print:fixed print:top-auto print:right-0 print:bottom-0">
          As of {momentInWords(new Date(asOf).toISOString())}
        </p>
      )}
    </div>
  )
}
