import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { ListQuery } from '#web/api/address.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { FootBar } from '#web/components/FootBar.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { entriesFrom, focusOn } from '#web/lists/deletion.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { useStore } from '#web/store.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toTrash } from './bulk-actions.ts'
import { bulkRun } from './bulk-runner.ts'
import { loadAll } from './load-all.ts'
import { runBulkAction } from './run-bulk-action.ts'
import { SelectionActions } from './SelectionActions.tsx'
import { SelectMore } from './SelectMore.tsx'
import type { Selection } from './selection.ts'
import { useSelectionKeys } from './selection-keys.ts'
import { WorkBar } from './WorkBar.tsx'

type ManyProps = {
  selection: Selection
  /** The loaded bookings, in the order of the list. */
  shown: readonly Booking[]
  /** The queries of the lists on the screen, and the number of matches. */
  lists: readonly ListQuery[]
  total: number | undefined
}

/** The bar at the foot of the bookings while some are selected, or changed. */
export function Many({ selection, shown, lists, total }: ManyProps) {
  const now = useStore(bulkRun())
  const [isLoading, setIsLoading] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const isHere = useIsMounted()
  const afterRender = useAfterRender()
  const { bookings, set, setLater, clear } = selection
  const inSight = shown.filter(({ _id }) => selection.has(_id)).length

  const selectShown = () => set(new Map([...bookings, ...shown].map((booking) => [booking._id, booking])).values())

  function selectNone() {
    clear()
    // After the bar has gone, the focus returns to the booking where the selection began.
    afterRender(() => document.activeElement === document.body && focusOn(bookings[0]?._id))
  }

  async function selectAll() {
    if (isLoading) return
    setIsLoading(true)
    try {
      await setLater(() => loadAll(lists))
    } catch (error) {
      console.error('Not all bookings could be selected', error)
      notifyFailure('Not all bookings could be selected.', error)
    }
    setIsLoading(false)
  }

  /** The focus moves to the next booking, as after a single deletion. */
  async function remove(these: readonly Booking[]) {
    const inTurn = entriesFrom(these[0]?._id)
    const { ways } = await runBulkAction(toTrash(these))
    const gone = new Set(ways.map(({ booking }) => booking._id))
    const { activeElement } = document
    const wasHere = activeElement === document.body || bar.current?.contains(activeElement)
    if (isHere() && wasHere) focusOn(inTurn.find((id) => !gone.has(id)))
  }

  /** Whether there is a way: from the bar itself, F6 leads on to the notices. */
  function goToBar(): boolean {
    if (!bar.current || bar.current.contains(document.activeElement)) return false
    bar.current.focus({ preventScroll: true })
    return true
  }

  useSelectionKeys(selection, shown, { selectAll: () => (inSight < shown.length ? selectShown() : void selectAll()), selectNone })

  const isWorking = now !== undefined
  const wasWorking = useRef(isWorking)
  useEffect(() => {
    // The button that was pressed has gone.
    if (wasWorking.current !== isWorking && document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
    wasWorking.current = isWorking
  }, [isWorking])

  return (
    <>
      {/* Always in the page, so that screen readers watch it. */}
      <p role="status" className="sr-only">
        {!now && bookings.length > 0 && `${formatCount(bookings.length)} selected`}
      </p>
      {(now || bookings.length > 0) && <WayToBar go={goToBar} />}
      {now && <WorkBar ref={bar} work={now} />}
      {!now && bookings.length > 0 && (
        <FootBar
          ref={bar}
          lines={2}
          tabIndex={-1}
          aria-label="Selected bookings"
          aria-keyshortcuts="F6"
          className="flex flex-wrap items-center gap-x-3 gap-y-2"
        >
          <SelectMore
            selected={bookings.length}
            inSight={inSight}
            loaded={shown.length}
            total={total}
            onAllLoaded={selectShown}
            onAll={() => void selectAll()}
            onNone={selectNone}
            isLoading={isLoading}
          />
          <SelectionActions bookings={bookings} onRemove={(these) => void remove(these)} onNone={selectNone} />
        </FootBar>
      )}
    </>
  )
}

/** Registers the key that leads to the bar while it is shown, before the key of the notices. */
function WayToBar({ go }: { go: () => boolean }) {
  useShortcuts({ F6: go })
  return null
}
