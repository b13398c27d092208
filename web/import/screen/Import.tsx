import { useState } from 'react'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Alert } from '#web/components/Alert.tsx'
import { droppedIn, takeOver } from '#web/import/dropped.ts'
import { readFiles } from '#web/import/reading/files.ts'
import { filesOf } from '#web/import/reading/folders.ts'
import type { ImportedName } from '#web/import/running/calls.ts'
import { type Job, jobOf } from '#web/import/running/job.ts'
import { targetOf } from '#web/import/target.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { useFileDrop } from '#web/media/file-drop.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { useStore } from '#web/store.ts'
import { ChooseTable } from './ChooseTable.tsx'
import { Interrupted } from './Interrupted.tsx'
import { Preview } from './Preview.tsx'
import { Report } from './Report.tsx'

export type ImportProps = { config: ResourceConfig; name: ImportedName }

/** The screen that imports rows of a table, and pictures, into a collection. */
export function Import({ config, name }: ImportProps) {
  const [job] = useState(() => opened(name))
  const state = useStore(job.state)
  const { zone, isOver } = useFileDrop((_, transfer) => void read(job, transfer))
  const isEmpty = state.rows.length === 0
  return (
    <div
      {...zone}
      className={`flex flex-1 flex-col rounded-card ${isOver ? 'outline-2 outline-accent outline-dashed outline-offset-8' : ''}`}
    >
      <PageHead title={`Import ${config.many.toLowerCase()}`} subtitle="Check every row before anything is saved." back={wayBack(config)} />
      <Interrupted name={name} />
      {state.problem !== undefined && (
        <Alert text={state.problem} onDismiss={() => job.dispatch({ kind: 'problem', problem: undefined })} />
      )}
      <Report job={job} />
      {isEmpty ? <ChooseTable job={job} /> : <Preview job={job} config={config} />}
    </div>
  )
}

const read = async (job: Job, transfer: DataTransfer) => readFiles(job, await filesOf(droppedIn(transfer)))

/** The import of the collection, with the files that were dropped on its list. */
function opened(name: ImportedName): Job {
  const job = jobOf(name, () => targetOf(name))
  const dropped = takeOver()
  if (dropped) void filesOf(dropped).then((files) => readFiles(job, files))
  return job
}
