import { formatCount, nounOf } from '#web/components/format-count.ts'
import { navigate } from '#web/router/location.ts'
import { staysState } from '#web/router/location-state.ts'
import { notify } from '#web/toasts/notices.ts'
import { type BulkAction, undoAction } from './bulk-actions.ts'
import { isLeftWanted, leftOver } from './bulk-run.ts'
import { changeMany } from './bulk-runner.ts'
import type { BulkTarget } from './bulk-target.ts'
import { isOnScreen } from './on-screen.ts'
import { leftInWords, type Result } from './result.ts'

/** Runs a bulk action, and reports it in a notice with one Undo. The list shows the unchanged records. */
export async function runBulkAction(action: BulkAction): Promise<Result> {
  const { target } = action
  leftOver().set(undefined)
  const result = await changeMany(action)
  const { done, ways, left } = result
  if (left.length > 0) leftOver().set({ action, left })
  notify({
    text: sentences(action, result),
    ...(done.length === 0 && action.planned.length > 0 && { failed: true }),
    ...(left.length > 0 && { lead: { label: `Show ${nounOf(2, target.noun)}`, go: () => goToLeft(target) } }),
    ...(ways.length > 0 && !action.isUndo && { undo: () => void runBulkAction(undoAction(target, [...ways])) }),
  })
  return result
}

function goToLeft({ list }: BulkTarget) {
  isLeftWanted().set(true)
  if (!isOnScreen(`leftOver ${list}`)) navigate(list, { state: staysState })
}

const sentences = ({ done, target }: BulkAction, result: Result): string =>
  [
    result.done.length > 0 && done(result.done.length),
    leftInWords(result.left, formatCount),
    result.missed > 0 && `${formatCount(result.missed)} ${result.missed === 1 ? 'was' : 'were'} skipped.`,
  ]
    .filter(Boolean)
    .join(' ') || `No ${nounOf(2, target.noun)} needed changing.`
