import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { formatCount } from '#web/components/format-count.ts'
import type { Job } from '#web/import/running/job.ts'
import { countsOf } from '#web/import/state/kinds.ts'
import type { Steps } from '#web/lists/steps/steps.ts'
import { useStore } from '#web/store.ts'
import { words } from './words.ts'

/** The progress of the check, and its result for screen readers. */
export function Checking({ job }: { job: Job }) {
  const steps = useStore(job.checking)
  const state = useStore(job.state)
  const counts = countsOf(state)
  const kinds = (['new', 'changed', 'unchanged', 'faulty'] as const).filter((kind) => counts[kind] > 0)
  const result = kinds.map((kind) => `${formatCount(counts[kind])} ${words[kind].toLowerCase()}`).join(', ')
  return (
    <>
      <p role="status" className="sr-only">
        {!steps && result && `Rows checked: ${result}.`}
      </p>
      {steps && <CheckSteps steps={steps} left={counts.checking} total={state.rows.length} />}
    </>
  )
}

function CheckSteps({ steps, left, total }: { steps: Steps; left: number; total: number }) {
  const { state, error } = useStore(steps)
  if (state === 'interrupted')
    return (
      <Alert text="The rows couldn't be checked." reason={reasonOf(error) ?? "The server couldn't be reached."} onRetry={steps.resume} />
    )
  // A few rows are checked before a bar could be seen.
  if (total <= 100) return null
  return (
    <div className="mb-3">
      <p className="text-ink-2 text-small tabular-nums">
        Checking: {formatCount(total - left)} of {formatCount(total)}
      </p>
      <progress className="progress mt-1" value={total - left} max={total} aria-label="Checking rows" />
    </div>
  )
}
