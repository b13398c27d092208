import type { Stored } from '#web/api/resource.ts'
import { entriesFrom, focusOn } from '#web/lists/deletion.ts'
import type { BarProps } from './BarFrame.tsx'
import type { BulkAction } from './bulk-actions.ts'
import { runBulkAction } from './run-bulk-action.ts'

/** Runs an action by which records leave the list. The focus moves to the next record, as after a single deletion. */
export async function removeAll<Item extends Stored>(
  action: BulkAction,
  { bar, isHere }: Pick<BarProps<Item>, 'bar' | 'isHere'>,
): Promise<void> {
  const inTurn = entriesFrom(action.planned[0]?.item._id)
  const { done } = await runBulkAction(action)
  const gone = new Set(done)
  const { activeElement } = document
  const wasHere = activeElement === document.body || bar.current?.contains(activeElement)
  if (isHere() && wasHere) focusOn(inTurn.find((id) => !gone.has(id)))
}
