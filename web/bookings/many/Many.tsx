import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { Asked } from '#web/api/address.ts'
import { useStore } from '#web/api/store.ts'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { notify } from '#web/ui/page/notices.ts'
import { loadAll } from './load-all.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SelectMore } from './SelectMore.tsx'
import type { Selection } from './selection.ts'
import { useSelectionKeys } from './selection-keys.ts'
import { WorkBar } from './WorkBar.tsx'
import { work } from './work.ts'

type ManyProps = {
  selection: Selection
  /** Those that are loaded, in their order. */
  shown: readonly Booking[]
  /** What the lists on the screen are asked for, and how many there are of that. */
  lists: readonly Asked[]
  total: number | undefined
}

/** The bar at the foot of the bookings while some are selected, or changed. */
export function Many({ selection, shown, lists, total }: ManyProps) {
  const now = useStore(work())
  const [isLoading, setIsLoading] = useState(false)
  const { bookings, set, clear } = selection
  const inSight = shown.filter(({ _id }) => selection.has(_id)).length

  const selectShown = () => set(new Map([...bookings, ...shown].map((booking) => [booking._id, booking])).values())

  async function selectAll() {
    setIsLoading(true)
    try {
      set(await loadAll(lists))
    } catch (error) {
      console.error('Not all bookings could be selected', error)
      notify({ text: ['Not all bookings could be selected.', reasonOf(error)].join(' ').trim(), failed: true })
    }
    setIsLoading(false)
  }

  useSelectionKeys(selection, shown, () => (inSight < shown.length ? selectShown() : void selectAll()))

  if (now) return <WorkBar work={now} />
  if (bookings.length === 0) return null
  return (
    <SelectionBar selection={selection}>
      <SelectMore
        selected={bookings.length}
        inSight={inSight}
        loaded={shown.length}
        total={total}
        onAllLoaded={selectShown}
        onAll={() => void selectAll()}
        onNone={clear}
        isLoading={isLoading}
      />
    </SelectionBar>
  )
}
