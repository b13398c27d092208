import type { Ref } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { type BulkRun, bulkRun } from './bulk-run.ts'
import { stopBulkRun } from './bulk-runner.ts'
import { useOnScreen } from './on-screen.ts'
import { settledIn } from './result.ts'

/** The progress of a bulk action, with buttons to continue after an interruption. */
export function WorkBar({ work: { action, result, isStopping, interrupted }, ref }: { work: BulkRun; ref?: Ref<HTMLElement> }) {
  useOnScreen('workBar', tellUnseen)
  const [settled, total] = [settledIn(result), action.planned.length]
  return (
    <FootBar
      ref={ref}
      tabIndex={-1}
      aria-label={action.doing}
      aria-keyshortcuts="F6"
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <div className="min-w-40 flex-1">
        <p role={interrupted ? 'alert' : undefined} className={interrupted ? 'text-bad' : ''}>
          {interrupted ? ['Interrupted.', reasonOf(interrupted.error) ?? "The server couldn't be reached."].join(' ') : `${action.doing}…`}{' '}
          <span className="text-ink-2 tabular-nums">
            {formatCount(settled)} of {formatCount(total)}
          </span>
        </p>
        <progress className="progress mt-1.5" value={settled} max={total} aria-label={action.doing} />
      </div>
      {interrupted ? (
        <>
          <Button onClick={interrupted.leave}>Skip the rest</Button>
          <Button look="primary" onClick={interrupted.goOn}>
            Try again
          </Button>
        </>
      ) : (
        <Button onClick={stopBulkRun} aria-disabled={isStopping}>
          {isStopping ? 'Stopping…' : 'Stop'}
        </Button>
      )}
    </FootBar>
  )
}

/** In a microtask, because another bar may replace this one. */
const tellUnseen = () => queueMicrotask(() => bulkRun().get()?.interrupted?.tellUnseen())
