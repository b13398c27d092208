import { FileSpreadsheet, FolderOpen } from 'lucide-react'
import { Button } from '#web/components/Button.tsx'
import { counted } from '#web/components/format-count.ts'
import { readFiles } from '#web/import/reading/files.ts'
import type { Job } from '#web/import/running/job.ts'
import type { ImportState } from '#web/import/state/state.ts'
import { PickButton, tableTypes } from './PickButton.tsx'

type SourceProps = { job: Job; state: ImportState; dispatch: Job['dispatch']; isLocked: boolean }

/** Where the rows come from, how they are matched with records, and how to begin again. */
export function Source({ job, state, dispatch, isLocked }: SourceProps) {
  const { source, rows, pictures, target, key } = state
  const takesPictures = (target.imageField ?? target.imagesField) !== undefined
  const parts = [source, counted(rows.length, 'row'), pictures.length > 0 && counted(pictures.length, 'picture')]
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p dir="auto" className="mr-auto min-w-0 font-[550] tabular-nums">
        {parts.filter(Boolean).join(' · ')}
      </p>
      <label className="flex items-center gap-2 text-ink-2 text-small">
        Match rows by
        <select
          value={key}
          disabled={isLocked}
          onChange={(event) => dispatch({ kind: 'key', key: event.target.value })}
          className="input !min-h-9 !w-auto !py-1"
        >
          {target.keys.map((each) => (
            <option key={each} value={each}>
              {target.fields[each]?.label ?? each}
            </option>
          ))}
        </select>
      </label>
      {!isLocked && (
        <PickButton Icon={FileSpreadsheet} accept={tableTypes} onPick={(files) => void readFiles(job, files)}>
          {state.table.length > 0 ? 'Choose another table' : 'Add a table'}
        </PickButton>
      )}
      {takesPictures && !isLocked && (
        <PickButton Icon={FolderOpen} accept="folder" onPick={(files) => void readFiles(job, files)}>
          Add pictures
        </PickButton>
      )}
      <Button
        disabled={isLocked}
        onClick={() => {
          job.batch.set(undefined)
          dispatch({ kind: 'started over' })
        }}
      >
        Start over
      </Button>
    </div>
  )
}
