import { Check } from 'lucide-react'
import { Button } from '#web/components/Button.tsx'
import { isUndoable } from '#web/import/running/importing.ts'
import type { Job } from '#web/import/running/job.ts'
import { undoImport } from '#web/import/running/undo-import.ts'
import { useStore } from '#web/store.ts'
import { takeLostFocus } from './focus.ts'

/** The outcome of the import, with its Undo. */
export function Report({ job }: { job: Job }) {
  const { report } = useStore(job.state)
  const batch = useStore(job.batch)
  const isBusy = useStore(job.work) !== undefined
  if (report === undefined || isBusy) return null
  return (
    <section
      ref={takeLostFocus}
      tabIndex={-1}
      aria-label="Result"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-good-soft px-3 py-2.5 text-good forced-colors:border"
    >
      <Check size={18} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-52 font-[550]">{report}</p>
      {isUndoable(batch) && (
        <Button className="-my-1 !min-h-8" onClick={() => void undoImport(job, batch)}>
          Undo import
        </Button>
      )}
    </section>
  )
}
