import { WifiOff } from 'lucide-react'
import { momentInWords } from '#web/components/dates.ts'
import { useAsOf } from './as-of.ts'

/** A bar with the time that the screen's data is from, while the server can't be reached. It lies below the top bar, so that nothing moves. */
export function AsOf() {
  const asOf = useAsOf()
  return (
    <div role="status" className="sticky top-14 z-10 h-0 text-small tabular-nums">
      {asOf !== undefined && (
        <div className="absolute inset-x-0 top-0 flex min-h-5 items-center justify-center gap-2 bg-wait-soft px-4 text-center text-wait md:min-h-7 forced-colors:border-b print:fixed print:top-auto print:bottom-0">
          <WifiOff size={14} className="shrink-0" />
          <p>
            {navigator.onLine ? 'Updates are delayed.' : "You're offline."}{' '}
            <span>Last updated at {momentInWords(new Date(asOf).toISOString())}.</span>
          </p>
        </div>
      )}
    </div>
  )
}
