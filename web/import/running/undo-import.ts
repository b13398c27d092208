import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { keepOpen } from '#web/lists/steps/keep-open.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { checkRows } from './checking.ts'
import type { Job } from './job.ts'
import { undoBatch, undoInWords } from './undoing.ts'

/** Takes the whole batch of an import back, and reports which rows stay. The rows can be imported again. */
export async function undoImport(job: Job): Promise<void> {
  const batch = job.batch.get()
  if (!batch || job.work.get()) return
  const release = keepOpen()
  const nameOf = (item: unknown) => String((item as Record<string, unknown>)[job.state.get().target.nameField] ?? '')
  try {
    const its = { name: job.name, caller: job.caller, batch: batch.id, images: batch.images }
    const result = await undoBatch(its, nameOf, (steps) => job.work.set({ doing: 'Undoing', steps }))
    const text = undoInWords(result)
    if (result.missed === 0) {
      job.batch.set(undefined)
      job.dispatch({ kind: 'undone' })
    }
    job.dispatch({ kind: 'reported', report: text })
    notify({ text })
  } catch (error) {
    console.error('An import could not be undone', error)
    notifyFailure("The import couldn't be undone.", error, { action: { label: 'Try again', run: () => void undoImport(job) } })
  }
  job.work.set(undefined)
  release()
  invalidateAll(queries())
  checkRows(job)
}
