import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { limits } from '#web/import/limits.ts'
import { tooMany } from '#web/import/reading/table.ts'
import { isIncluded } from '#web/import/state/kinds.ts'
import type { Written } from '#web/import/state/reduce.ts'
import type { Row } from '#web/import/state/state.ts'
import { keepOpen } from '#web/lists/steps/keep-open.ts'
import { type Steps, startSteps } from '#web/lists/steps/steps.ts'
import { notify } from '#web/toasts/notices.ts'
import { type Outcome, sendRows } from './calls.ts'
import { checkRows } from './checking.ts'
import { rowsThatFit } from './fitting.ts'
import type { Batch, Job } from './job.ts'
import { openNote } from './journal.ts'
import { resultInWords } from './result.ts'
import { finalOf, picturesFor } from './sent.ts'
import { showWork } from './show-work.ts'
import { undoImport } from './undo-import.ts'
import { uploadPictures } from './uploading.ts'

/** Half of the most rows in one call, so that other writers wait less. */
const stepSize = 50

/** Writes the included rows, their pictures first, and reports the result with one Undo for the whole batch. */
export async function importRows(job: Job): Promise<void> {
  if (job.work.get() || includedIn(job).length === 0) return
  const batch = job.batch.get() ?? { id: newBatch(), images: [], written: 0 }
  const total = batch.written + includedIn(job).length
  if (total > limits.rows) {
    job.dispatch({ kind: 'problem', problem: tooMany(total) })
    return
  }
  job.batch.set(batch)
  const note = openNote(batch.id, { owner: job.caller?.person ?? '', collection: job.name, total, images: batch.images })
  const release = keepOpen()
  if (await isUploaded(job, batch, note.addImage)) {
    // Rows with a refused picture are left.
    const rows = includedIn(job)
    await isDone(job, 'Importing', writeRows(job, batch, rows, total))
  }
  job.work.set(undefined)
  release()
  note.close()
  invalidateAll(queries())
  const text = resultInWords(job.state.get())
  job.dispatch({ kind: 'reported', report: text })
  notify({ text, ...(isUndoable(batch) && { undo: () => void undoImport(job, batch) }) })
  checkRows(job)
}

/** Whether an import has written anything that can be taken back. */
export const isUndoable = (batch: Batch | undefined): batch is Batch => batch !== undefined && batch.written + batch.images.length > 0

const includedIn = ({ state }: Job): Row[] => {
  const now = state.get()
  return now.rows.filter((row) => isIncluded(now, row))
}

async function isUploaded(job: Job, batch: Batch, onAdded: (image: Batch['images'][number]) => void): Promise<boolean> {
  const pictures = picturesFor(job.state.get(), includedIn(job))
  if (pictures.length === 0) return true
  const steps = uploadPictures(job, pictures, ({ _id, version }) => {
    batch.images.push({ _id, version })
    onAdded({ _id, version })
  })
  return isDone(job, 'Uploading pictures', steps)
}

/** Shows work in steps until its end. Returns whether all of it was done. */
async function isDone(job: Job, doing: string, steps: Steps): Promise<boolean> {
  showWork(job, doing, steps)
  const { done, total } = await steps.finished
  return done === total
}

function writeRows(job: Job, batch: Batch, rows: readonly Row[], total: number): Steps {
  let left = rows
  function takeStep(): Row[] {
    const step = rowsThatFit(left, stepSize, (row) => finalOf(job.state.get(), row))
    left = left.slice(step.length)
    return step
  }
  return startSteps<Row, Outcome>({
    total: rows.length,
    next: takeStep,
    send: (some, name) => {
      const state = job.state.get()
      const body = { key: state.key, batch: batch.id, total, rows: some.map((row) => ({ fields: finalOf(state, row), ...seen(row) })) }
      return sendRows(job.name, body, { as: job.caller, name })
    },
    onStep(some, outcomes) {
      const written = some.map((row, at) => writtenOf(row, outcomes === 'unknown' ? undefined : outcomes[at]))
      // The server may have written a row of unknown outcome.
      batch.written += written.filter(({ outcome }) => ['added', 'changed', 'unknown'].includes(outcome as string)).length
      job.dispatch({ kind: 'written', rows: written })
    },
  })
}

/** What the preview has said about the record: the server writes nothing if that has changed. */
const seen = ({ check }: Row) => (check?.kind === 'changed' ? { version: check.version } : { create: true as const })

function writtenOf({ id }: Row, outcome: Outcome | undefined): Written {
  if (!outcome) return { id, outcome: 'unknown' }
  if (outcome.outcome === 'faulty') return { id, outcome: { errors: outcome.errors } }
  return { id, outcome: outcome.outcome === 'new' ? 'added' : outcome.outcome }
}

/** A random UUID (version 4). `crypto.randomUUID` is missing where the product is reached without TLS. */
function newBatch(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
