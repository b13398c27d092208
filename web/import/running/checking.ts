import { importLimits } from '#contract/imports.ts'
import { isDue, isMapped } from '#web/import/state/kinds.ts'
import type { Checked } from '#web/import/state/reduce.ts'
import type { ImportState, Row } from '#web/import/state/state.ts'
import { startSteps } from '#web/lists/steps/steps.ts'
import { sendRows } from './calls.ts'
import { checkOf } from './check-of.ts'
import { rowsThatFit } from './fitting.ts'
import type { Job } from './job.ts'
import { previewOf } from './sent.ts'

/** Checks the rows that were read or edited since they were checked last. A check under way takes them over. */
export function checkRows(job: Job): void {
  const running = job.checking.get()
  if (running && running.get().state !== 'over') {
    running.resume()
    return
  }
  const due = dueIn(job.state.get())
  if (due.length === 0) return
  const steps = startSteps<Row, Checked & { mapping: number }>({
    total: due.length,
    next: () => rowsThatFit(dueIn(job.state.get()), importLimits.rowsPerCall, (row) => previewOf(job.state.get(), row)),
    send: (rows) => check(job, rows),
    onStep(_, outcomes) {
      if (outcomes === 'unknown') return
      const [{ mapping } = { mapping: -1 }] = outcomes
      job.dispatch({ kind: 'checked', mapping, rows: outcomes })
    },
  })
  job.checking.set(steps)
  void steps.finished.then(() => job.checking.get() === steps && job.checking.set(undefined))
}

/** The rows to check, those that were edited first. */
function dueIn(state: ImportState): Row[] {
  if (!isMapped(state)) return []
  const due = state.rows.filter((row) => isDue(state, row))
  const isEdited = ({ opened }: Row) => opened.length > 0
  return [...due.filter(isEdited), ...due.filter((row) => !isEdited(row))]
}

async function check({ name, caller, state }: Job, rows: readonly Row[]) {
  const now = state.get()
  const body = { dryRun: true, key: now.key, rows: rows.map((row) => ({ fields: previewOf(now, row) })) }
  const outcomes = await sendRows(name, body, { as: caller })
  return Promise.all(
    rows.map(async (row, at) => ({ id: row.id, cells: row.cells, mapping: now.mapping, check: await checkOf(now, row, outcomes[at]) })),
  )
}
