import type { Stored } from '#web/api/resource.ts'
import { isPopoverOpen } from '#web/components/popover.ts'
import { focusedRow } from '#web/lists/row-focus.ts'
import { isTyping, useShortcuts } from '#web/shortcuts/shortcuts.ts'
import type { SelectableList, Selection } from './selection.ts'

/**
 * The shortcuts of the selection: `x` selects the focused record, Ctrl+A all that are loaded and then all that match, Escape clears. Escape closes an
 * open menu first.
 */
export function useSelectionKeys<Item extends Stored>({ shown }: SelectableList<Item>, selection: Selection<Item>, selectNone: () => void) {
  const { isOn } = selection

  function toggle(isRange: boolean): boolean {
    const focused = shown.find(({ _id }) => _id === focusedRow())
    if (focused) selection.toggle(focused, isRange)
    return focused !== undefined
  }

  const selectMore = () => (shown.every(({ _id }) => selection.has(_id)) ? selection.selectAll() : selection.selectShown())

  useShortcuts({
    x: () => toggle(false),
    'Shift+x': () => toggle(true),
    'Ctrl+a': ({ target }) => !isTyping(target) && (isOn || focusedRow() !== undefined) && selectMore(),
    Escape: ({ target }) => isOn && !isTyping(target) && !isPopoverOpen() && selectNone(),
  })
}
