import { Copy, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { Button, IconButton } from '#web/components/Button.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { bulkRun } from '#web/lists/selection/bulk-run.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { SelectionBar } from '#web/lists/selection/SelectionBar.tsx'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { copyNumbers } from './copy-numbers.ts'
import { PrintSheet } from './PrintSheet.tsx'
import { toStatus, verbOf } from './status-actions.ts'

/** The bar of selected bookings: sets their status, also by the digits 1 to 3, prints them, and copies their phone numbers. */
export function BookingBar(props: BarProps<Booking>) {
  const { items } = props.selection
  const [isPrinting, setIsPrinting] = useState(false)
  const donePrinting = useCallback(() => setIsPrinting(false), [])

  /** Nothing starts while another action runs. */
  const set = (status: number) => () => items.length > 0 && void (bulkRun().get() ?? runBulkAction(toStatus(items, status)))
  useShortcuts({ 1: set(0), 2: set(1), 3: set(2) })

  return (
    <>
      <SelectionBar
        {...props}
        icons={
          <>
            <IconButton label="Print selected bookings" onClick={() => setIsPrinting(true)} Icon={Printer} />
            <IconButton label="Copy phone numbers" onClick={() => void copyNumbers(items)} Icon={Copy} />
          </>
        }
      >
        {[1, 0, 2].map((status) => (
          <Button key={status} className="max-sm:!px-2" title={`${verbOf(status)} (${status + 1})`} onClick={set(status)}>
            {verbOf(status)}
          </Button>
        ))}
      </SelectionBar>
      {isPrinting && <PrintSheet bookings={items} onDone={donePrinting} />}
    </>
  )
}
