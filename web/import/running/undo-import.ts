import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { keepOpen } from '#web/lists/steps/keep-open.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { checkRows } from './checking.ts'
import type { Batch, Job } from './job.ts'
import { showWork } from './show-work.ts'
import { undoBatch, undoInWords } from './undoing.ts'

/** Takes a batch back, and reports which rows stay. Its rows can be imported again. */
export async function undoImport(job: Job, batch: Batch): Promise<void> {
  if (job.work.get()) return
  const release = keepOpen()
  const nameOf = (item: unknown) => String((item as Record<string, unknown>)[job.state.get().target.nameField] ?? '')
  try {
    const its = { name: job.name, caller: job.caller, batch: batch.id, images: batch.images }
    const result = await undoBatch(its, nameOf, (steps) => showWork(job, 'Undoing', steps))
    const text = undoInWords(result)
    if (job.batch.get() === batch) {
      if (result.missed === 0) job.batch.set(undefined)
      job.dispatch({ kind: 'undone' })
      job.dispatch({ kind: 'reported', report: text })
    } else job.dispatch({ kind: 'key', key: job.state.get().key })
    notify({ text })
  } catch (error) {
    console.error('An import could not be undone', error)
    notifyFailure("The import couldn't be undone.", error, { action: { label: 'Try again', run: () => void undoImport(job, batch) } })
  }
  job.work.set(undefined)
  release()
  invalidateAll(queries())
  checkRows(job)
}
