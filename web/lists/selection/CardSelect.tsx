import { useSyncExternalStore } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import type { Stored } from '#web/api/resource.ts'
import { SelectBox } from './SelectBox.tsx'
import { isSelecting, keyOf, selected, selectedOf, toggleSelected } from './selected.ts'

export type CardSelectProps = {
  /** The name of the collection, and the record's name within a sentence. */
  collection: string
  name: string
  asked: ListQuery
  shown: readonly Stored[]
  item: Stored
  /** The list has rows instead of cards. */
  isRow: boolean
}

/** The checkbox of a card, hidden until hover, focus or a selection, and the outline of a selected card. A row always shows its checkbox. */
export function CardSelect({ collection, name, asked, shown, item, isRow }: CardSelectProps) {
  const of = keyOf(collection, asked)
  const { subscribe } = selected()
  const isSelected = useSyncExternalStore(subscribe, () => selectedOf(of).byId.has(item._id))
  const isOn = useSyncExternalStore(subscribe, () => isSelecting(selectedOf(of)))
  const place = isRow
    ? 'inset-y-0 left-1 my-auto'
    : `top-1.5 left-1.5 rounded-control border border-line bg-surface shadow-raised ${isOn ? '' : 'select-box'}`
  return (
    <>
      {isSelected && (
        <span
          className={`pointer-events-none absolute inset-0 z-1 rounded-card outline-2 outline-accent ${isRow ? '-outline-offset-2' : 'outline-offset-2'}`}
        />
      )}
      <SelectBox
        name={name}
        isSelected={isSelected}
        onToggle={(isRange) => toggleSelected(of, shown, item, isRange)}
        className={`absolute ${place}`}
      />
    </>
  )
}
