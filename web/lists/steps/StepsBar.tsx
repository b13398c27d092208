import type { Ref } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { useStore } from '#web/store.ts'
import type { Progress, Steps } from './steps.ts'

type StepsBarProps = {
  /** 'Importing' */
  doing: string
  steps: Steps
  ref?: Ref<HTMLElement>
}

/** The progress of work in steps, with buttons to pause, to stop, and to try again after a failure. */
export function StepsBar({ doing, steps, ref }: StepsBarProps) {
  const progress = useStore(steps)
  const { state, done, total } = progress
  const isInterrupted = state === 'interrupted'
  return (
    <FootBar ref={ref} lines={2} tabIndex={-1} aria-label={doing} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-40 flex-1">
        <p role={isInterrupted ? 'alert' : undefined} className={isInterrupted ? 'text-bad' : ''}>
          {sentence(doing, progress)}{' '}
          <span className="text-ink-2 tabular-nums">
            {formatCount(done)} of {formatCount(total)}
          </span>
        </p>
        <progress className="progress mt-1.5" value={done} max={total} aria-label={doing} />
      </div>
      <p role="status" className="sr-only">
        {announcement(doing, progress)}
      </p>
      <Button onClick={steps.stop} aria-disabled={state === 'stopping'}>
        {state === 'stopping' ? 'Stopping…' : 'Stop'}
      </Button>
      {isInterrupted || state === 'paused' || state === 'pausing' ? (
        <Button look="primary" onClick={steps.resume}>
          {isInterrupted ? 'Try again' : 'Resume'}
        </Button>
      ) : (
        <Button onClick={steps.pause} aria-disabled={state !== 'working'}>
          Pause
        </Button>
      )}
    </FootBar>
  )
}

const sentence = (doing: string, { state, error }: Progress): string => {
  if (state === 'interrupted') return ['Interrupted.', reasonOf(error) ?? "The server couldn't be reached."].join(' ')
  return state === 'paused' ? 'Paused.' : state === 'pausing' ? 'Pausing…' : `${doing}…`
}

/** Screen readers hear of every quarter only. */
function announcement(doing: string, { state, done, total }: Progress): string {
  if (state === 'paused') return 'Paused.'
  const quarter = Math.floor((4 * done) / Math.max(total, 1)) * 25
  return state === 'working' && quarter > 0 ? `${doing}: ${quarter} percent` : ''
}
