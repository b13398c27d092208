import type { Booking } from '#contract/bookings.ts'
import { isPopoverOpen } from '#web/components/popover.ts'
import { focusedRow } from '#web/lists/row-focus.ts'
import { isTyping, useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { toStatus } from './bulk-actions.ts'
import { bulkRun } from './bulk-runner.ts'
import { runBulkAction } from './run-bulk-action.ts'
import type { Selection } from './selection.ts'

/** The shortcuts of the selection: `x` selects the focused booking, digits set the status, Escape clears. */
export function useSelectionKeys(
  selection: Selection,
  shown: readonly Booking[],
  { selectAll, selectNone }: { selectAll: () => void; selectNone: () => void },
) {
  const { bookings } = selection
  const isAny = bookings.length > 0

  function toggle(isRange: boolean): boolean {
    const focused = shown.find(({ _id }) => _id === focusedRow())
    if (focused) selection.toggle(focused, isRange)
    return focused !== undefined
  }

  /** Once is enough: while it goes on, the key is spent. */
  const set = (status: number) => () => isAny && void (bulkRun().get() ?? runBulkAction(toStatus(bookings, status)))

  useShortcuts({
    x: () => toggle(false),
    'Shift+x': () => toggle(true),
    1: set(0),
    2: set(1),
    3: set(2),
    'Ctrl+a': ({ target }) => !isTyping(target) && (isAny || focusedRow() !== undefined) && selectAll(),
    // It closes an open menu first.
    Escape: ({ target }) => isAny && !isTyping(target) && !isPopoverOpen() && selectNone(),
  })
}
