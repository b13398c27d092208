import type { ComponentType, ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { formatCount } from '#web/components/format-count.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { focusOn } from '#web/lists/deletion.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { useStore } from '#web/store.ts'
import type { ActiveBarProps } from './ActiveBar.tsx'
import type { BarProps } from './BarFrame.tsx'
import { bulkRun } from './bulk-run.ts'
import { type Label, type ListPlaces, targetOf } from './bulk-target.ts'
import { type SelectableList, useSelection } from './selection.ts'
import { useSelectionKeys } from './selection-keys.ts'

/** Loaded with the first selection. */
const ActiveBar = lazyOptional<ActiveBarProps<Stored>>(
  async () => (await import('./ActiveBar.tsx')).ActiveBar,
) as unknown as typeof import('./ActiveBar.tsx').ActiveBar

export type SelectingProps<Item extends Stored> = {
  list: SelectableList<Item>
  at: ListPlaces
  /** A record in the report of an action; the default is its name. */
  label?: ((item: Item) => Label) | undefined
  /** Facts to know before the selected records are deleted. */
  warning?: ((items: readonly Item[]) => ReactNode) | undefined
  /** The bar of a list that has actions of its own. */
  Bar?: ComponentType<BarProps<Item>> | undefined
}

/** The selection in a list: its shortcuts, and the bar at the foot of the window while something is selected or being changed. */
export function Selecting<Item extends Stored>({ list, at, label, warning, Bar }: SelectingProps<Item>) {
  const selection = useSelection(list)
  const run = useStore(bulkRun())
  const afterRender = useAfterRender()
  const isHere = useIsMounted()
  const { items, isOn } = selection

  function selectNone() {
    selection.clear()
    // After the bar has gone, the focus returns to the record where the selection began.
    afterRender(() => document.activeElement === document.body && focusOn(items[0]?._id))
  }

  useSelectionKeys(list, selection, selectNone)

  return (
    <>
      {/* Always in the page, so that screen readers watch it. */}
      <p role="status" className="sr-only">
        {!run && items.length > 0 && `${formatCount(items.length)} selected`}
      </p>
      {(run || isOn) && (
        <ActiveBar {...{ list, selection, run, warning, Bar, isHere }} target={targetOf(list.collection, at, label)} onNone={selectNone} />
      )}
    </>
  )
}
