import { ApiError } from '#web/api/call.ts'
import { reasonOf } from '#web/api/reason.ts'
import { type Notice, notify } from './notices.ts'

/** How to undo a change of one record. */
export type UndoStep = {
  /** The record's name, as the notice shows it before `done` or `failed`. */
  name: string
  go: () => Promise<unknown>
  /** 'was restored.' */
  done: string
  /** "couldn't be restored." */
  failed: string
}

/**
 * Reports the outcome of one action, with one Undo for all its records. Undo works once, on any screen. Failed steps are reported and can
 * be tried again, unless another user has changed the record. Returns the id of the notice.
 *
 *     toastWithUndo({ about: { name }, text: 'was deleted.' }, [{ name, go: restore, done: 'was restored.', failed: "couldn't be restored." }])
 */
export function toastWithUndo(told: Pick<Notice, 'about' | 'text'>, ways: readonly UndoStep[]): number {
  return notify({ ...told, undo: () => void runUndo(ways) })
}

/** One after the other: a step may release something that the next one needs, such as the use of a promo code. */
async function runUndo(ways: readonly UndoStep[]) {
  const failures: { way: UndoStep; error: unknown }[] = []
  for (const way of ways)
    await way.go().catch((error: unknown) => {
      console.error(`${way.name} ${way.failed}`, error)
      failures.push({ way, error })
    })
  const [failure] = failures
  const [way] = ways
  if (failure)
    toastFailure(
      failure,
      failures.length - 1,
      failures.filter(({ error }) => !isConflict(error)).map(({ way }) => way),
    )
  else if (way && ways.length === 1) notify({ about: { name: way.name }, text: way.done })
  else notify({ text: `All ${ways.length} changes undone.` })
}

function toastFailure({ way, error }: { way: UndoStep; error: unknown }, others: number, again: readonly UndoStep[]) {
  const text = [others > 0 && `and ${others} more`, way.failed, reasonOf(error)].filter(Boolean).join(' ')
  const retry = { label: 'Try again', run: () => void runUndo(again) }
  notify({ about: { name: way.name }, text, failed: true, ...(again.length > 0 && { action: retry }) })
}

/** The record is another one by now, or gone: another try would end in the same way. */
export const isConflict = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 412)
