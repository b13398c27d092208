import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Button } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { importRows } from '#web/import/running/importing.ts'
import type { Job } from '#web/import/running/job.ts'
import { rows as rowsInWords } from '#web/import/running/result.ts'
import { countsOf } from '#web/import/state/kinds.ts'
import type { ImportState } from '#web/import/state/state.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { StepsBar } from '#web/lists/steps/StepsBar.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { useStore } from '#web/store.ts'
import { takeLostFocus } from './focus.ts'

/** The button that imports the included rows, or the progress of the import. */
export function ImportBar({ job, config, state }: { job: Job; config: ResourceConfig; state: ImportState }) {
  const work = useStore(job.work)
  if (work) return <StepsBar ref={takeLostFocus} doing={work.doing} steps={work.steps} />
  const { included, faulty, checking, done } = countsOf(state)
  const isReady = included > 0 && checking === 0
  return (
    <FootBar aria-label="Import" className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p className="mr-auto text-ink-2 tabular-nums">
        {checking > 0 ? 'Checking rows…' : faulty > 0 ? `${rowsInWords(faulty)} ${faulty === 1 ? 'needs' : 'need'} fixing` : ''}
      </p>
      {done > 0 && <ButtonLink to={wayBack(config).to}>{wayBack(config).label}</ButtonLink>}
      {(done === 0 || included > 0) && (
        <Button look="primary" aria-disabled={!isReady} onClick={() => isReady && void importRows(job)}>
          {included > 0 ? `Import ${rowsInWords(included)}` : 'Import'}
        </Button>
      )}
    </FootBar>
  )
}
