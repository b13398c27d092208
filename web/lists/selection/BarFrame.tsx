import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { IconButton } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { nounOf } from '#web/components/format-count.ts'
import type { BulkTarget } from './bulk-target.ts'
import { SelectMore } from './SelectMore.tsx'
import type { SelectableList, Selection } from './selection.ts'

export type BarProps<Item extends Stored> = {
  list: SelectableList<Item>
  target: BulkTarget<Item>
  selection: Selection<Item>
  /** Clears the selection. */
  onNone: () => void
  bar: RefObject<HTMLElement | null>
  /** Facts to know before the selected records are deleted. */
  warning: ((items: readonly Item[]) => ReactNode) | undefined
  /** Whether the list is still on the screen. */
  isHere: () => boolean
}

type BarFrameProps<Item extends Stored> = BarProps<Item> & {
  /** The buttons with words, and those with icons. Nothing can be done with nothing: they are absent while nothing is selected. */
  buttons: ReactNode
  icons: ReactNode
}

/** The bar of a selection: how many are selected, how to select more, what can be done with them, and how to end it. */
export function BarFrame<Item extends Stored>({ list, selection, onNone, bar, buttons, icons }: BarFrameProps<Item>) {
  const isAny = selection.items.length > 0
  return (
    <FootBar
      ref={bar}
      lines={2}
      tabIndex={-1}
      aria-label={`Selected ${nounOf(2, list.collection.noun)}`}
      aria-keyshortcuts="F6"
      className="flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <SelectMore list={list} selection={selection} onNone={onNone} />
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:order-last max-sm:w-full max-sm:*:flex-1">{isAny && buttons}</div>
      <div className="flex items-center">
        {isAny && icons}
        <IconButton label="Clear selection" title="Clear selection (Esc)" onClick={onNone} Icon={X} />
      </div>
    </FootBar>
  )
}
