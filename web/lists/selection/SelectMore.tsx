import { useId } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { Button } from '#web/components/Button.tsx'
import { formatCount, nounOf } from '#web/components/format-count.ts'
import { mostSelected } from './load-all.ts'
import type { SelectableList, Selection } from './selection.ts'

type SelectMoreProps<Item extends Stored> = { list: SelectableList<Item>; selection: Selection<Item>; onNone: () => void }

/** How many are selected, a box that selects all that are loaded, and a button that selects all that match. */
export function SelectMore<Item extends Stored>({ list, selection, onNone }: SelectMoreProps<Item>) {
  const id = useId()
  const { shown, total = shown.length } = list
  const { items, isLoading } = selection
  const isEach = shown.length > 0 && shown.every(({ _id }) => selection.has(_id))
  const most = Math.min(total, mostSelected)
  return (
    <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        aria-label={`Select all loaded ${nounOf(2, list.collection.noun)}`}
        className="size-4.5 accent-accent"
        checked={isEach}
        ref={(box) => {
          if (box) box.indeterminate = !isEach && items.length > 0
        }}
        onChange={isEach ? onNone : selection.selectShown}
      />
      <label htmlFor={id} className="flex min-h-9 items-center font-[550] tabular-nums pointer-coarse:min-h-11">
        {formatCount(items.length)} selected
      </label>
      {items.length < most && (
        // A phone has no room for the button beside the actions, so the box comes first there.
        <Button
          look="quiet"
          className={isEach || items.length === 0 ? '' : 'max-sm:hidden'}
          aria-busy={isLoading}
          aria-disabled={isLoading}
          onClick={selection.selectAll}
        >
          {isLoading ? 'Selecting…' : `Select ${most < total ? 'the first' : 'all'} ${formatCount(most)}`}
        </Button>
      )}
    </div>
  )
}
