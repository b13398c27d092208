import { Copy, Download, Printer, Trash2, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { copyNumbers, exportSelection } from '#web/bookings/many/export-selection.ts'
import { PrintSheet } from '#web/bookings/many/PrintSheet.tsx'
import { Button, IconButton } from '#web/components/Button.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { counted, toStatus, verbOf } from './bulk-actions.ts'
import { runBulkAction } from './run-bulk-action.ts'

type SelectionActionsProps = { bookings: readonly Booking[]; onRemove: (these: readonly Booking[]) => void; onNone: () => void }

/** The actions for the selected bookings. */
export function SelectionActions({ bookings, onRemove, onNone }: SelectionActionsProps) {
  // The bookings at the time of the question: later changes by others are not part of the answer.
  const [asked, setAsked] = useState<readonly Booking[]>()
  const [isPrinting, setIsPrinting] = useState(false)

  const donePrinting = useCallback(() => setIsPrinting(false), [])

  function remove(these: readonly Booking[]) {
    setAsked(undefined)
    onRemove(these)
  }

  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:*:flex-1">
        {[1, 0, 2].map((status) => (
          <Button
            key={status}
            className="max-sm:!px-2"
            title={`${verbOf(status)} (${status + 1})`}
            onClick={() => void runBulkAction(toStatus(bookings, status))}
          >
            {verbOf(status)}
          </Button>
        ))}
      </div>
      <div className="flex max-sm:ml-auto">
        <IconButton label={`Delete ${counted(bookings.length)}`} onClick={() => setAsked(bookings)} Icon={Trash2} />
        <IconButton label="Download selected bookings as CSV" onClick={() => void exportSelection(bookings)} Icon={Download} />
        <IconButton label="Print selected bookings" onClick={() => setIsPrinting(true)} Icon={Printer} />
        <IconButton label="Copy phone numbers" onClick={() => void copyNumbers(bookings)} Icon={Copy} />
        <IconButton label="Clear selection" title="Clear selection (Esc)" onClick={onNone} Icon={X} />
      </div>
      {isPrinting && <PrintSheet bookings={bookings} onDone={donePrinting} />}
      {asked && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${asked.length === 1 ? 'this booking' : `these ${counted(asked.length)}`}?`}
          isBusy={false}
          onConfirm={() => remove(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
