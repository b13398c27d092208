import { perSession } from '#web/api/session.ts'
import { config } from '#web/bookings/index.ts'
import { formatCount } from '#web/components/format-count.ts'
import { navigate } from '#web/router/location.ts'
import { staysState } from '#web/router/location-state.ts'
import { createStore } from '#web/store.ts'
import { notify } from '#web/toasts/notices.ts'
import { type BulkAction, undoAction } from './bulk-actions.ts'
import { changeBookings } from './bulk-runner.ts'
import { onScreen } from './on-screen.ts'
import { type Left, leftInWords, type Result } from './result.ts'

/** The bookings that the latest bulk action left unchanged, until the user has seen them; and whether to show them now. */
export const leftOver = perSession(() => createStore<readonly Left[]>([]))
export const isLeftWanted = perSession(() => createStore(false))

/** Runs a bulk action, and reports it in a notice with one Undo. The list shows the unchanged bookings. */
export async function runBulkAction(deed: BulkAction): Promise<Result> {
  leftOver().set([])
  const result = await changeBookings(deed)
  const { ways, left } = result
  leftOver().set(left)
  notify({
    text: sentences(deed, result),
    ...(ways.length === 0 && deed.planned.length > 0 && { failed: true }),
    ...(left.length > 0 && { lead: { label: 'Show bookings', go: goToLeft } }),
    ...(ways.length > 0 && !deed.isUndo && { undo: () => void runBulkAction(undoAction([...ways])) }),
  })
  return result
}

function goToLeft() {
  isLeftWanted().set(true)
  if (onScreen.leftOver === 0) navigate(config.at.list, { state: staysState })
}

const sentences = ({ done }: BulkAction, { ways, left, missed }: Result): string =>
  [
    ways.length > 0 && done(ways.length),
    leftInWords(left, formatCount),
    missed > 0 && `${formatCount(missed)} ${missed === 1 ? 'was' : 'were'} skipped.`,
  ]
    .filter(Boolean)
    .join(' ') || 'No bookings needed changing.'
