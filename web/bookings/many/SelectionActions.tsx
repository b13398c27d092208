import { Copy, Download, Printer, X } from 'lucide-react'
import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Booking } from '#contract/bookings.ts'
import { Button, IconButton } from '#web/ui/base/Button.tsx'
import { ConfirmDialog } from '#web/ui/base/ConfirmDialog.tsx'
import { dustbin } from '#web/ui/list/icons.tsx'
import { counted, toStatus, verbOf } from './deeds.ts'
import { PrintSheet } from './PrintSheet.tsx'
import { copyNumbers, downloadThese } from './taking.ts'
import { doMany } from './told.ts'

type SelectionActionsProps = { bookings: readonly Booking[]; onRemove: () => void; onNone: () => void }

/** What can be done with the bookings that are selected. */
export function SelectionActions({ bookings, onRemove, onNone }: SelectionActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)

  const donePrinting = useCallback(() => setIsPrinting(false), [])

  function remove() {
    flushSync(() => setIsAsking(false))
    onRemove()
  }

  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2 max-sm:order-last max-sm:w-full max-sm:*:flex-1">
        {[1, 0, 2].map((status) => (
          <Button
            key={status}
            className="max-sm:!px-2"
            title={`${verbOf(status)} (${status + 1})`}
            onClick={() => void doMany(toStatus(bookings, status))}
          >
            {verbOf(status)}
          </Button>
        ))}
      </div>
      <div className="flex max-sm:ml-auto">
        <IconButton label={`Delete ${counted(bookings.length)}`} onClick={() => setIsAsking(true)}>
          {dustbin}
        </IconButton>
        <IconButton label="Download these as CSV" onClick={() => void downloadThese(bookings)}>
          <Download size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Print these" onClick={() => setIsPrinting(true)}>
          <Printer size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Copy their phone numbers" onClick={() => void copyNumbers(bookings)}>
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Select none" title="Select none (Esc)" onClick={onNone}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {isPrinting && <PrintSheet bookings={bookings} onDone={donePrinting} />}
      {isAsking && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${bookings.length === 1 ? 'this booking' : `these ${counted(bookings.length)}`}?`}
          isBusy={false}
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
