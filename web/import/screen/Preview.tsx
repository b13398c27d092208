import type { ResourceConfig } from '#web/api/resource-config.ts'
import { checkRows } from '#web/import/running/checking.ts'
import type { Job } from '#web/import/running/job.ts'
import { isMapped } from '#web/import/state/kinds.ts'
import { useStore } from '#web/store.ts'
import { Checking } from './Checking.tsx'
import { Columns } from './Columns.tsx'
import { ImportBar } from './ImportBar.tsx'
import { KindFilter } from './KindFilter.tsx'
import { Rows } from './Rows.tsx'
import { Source } from './Source.tsx'

/** The rows that were read, what the import would do with each of them, and the button that imports them. */
export function Preview({ job, config }: { job: Job; config: ResourceConfig }) {
  const state = useStore(job.state)
  const isLocked = useStore(job.work) !== undefined
  const dispatch: Job['dispatch'] = (action) => {
    job.dispatch(action)
    checkRows(job)
  }
  return (
    <>
      <Source job={job} state={state} dispatch={dispatch} isLocked={isLocked} />
      {state.table.length > 0 && <Columns state={state} dispatch={dispatch} isLocked={isLocked} />}
      {isMapped(state) && (
        <>
          <Checking job={job} />
          <KindFilter state={state} dispatch={dispatch} />
          <Rows state={state} dispatch={dispatch} isLocked={isLocked} />
        </>
      )}
      <ImportBar job={job} config={config} state={state} />
    </>
  )
}
