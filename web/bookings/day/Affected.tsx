import { Copy, Download, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Booking, canceled } from '#contract/bookings.ts'
import { copyNumbers } from '#web/bookings/many/copy-numbers.ts'
import { PrintSheet } from '#web/bookings/many/PrintSheet.tsx'
import { counted, toStatus } from '#web/bookings/many/status-actions.ts'
import { bookingTarget } from '#web/bookings/many/target.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { Button } from '#web/components/Button.tsx'
import { weekdayInWords } from '#web/components/dates.ts'
import { focusHeading } from '#web/components/focus.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Question } from '#web/components/Question.tsx'
import { bulkRun } from '#web/lists/selection/bulk-run.ts'
import { exportRecords } from '#web/lists/selection/DownloadSelection.tsx'
import { LeftOver } from '#web/lists/selection/LeftOver.tsx'
import { mostSelected } from '#web/lists/selection/load-all.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { WorkBar } from '#web/lists/selection/WorkBar.tsx'
import { useStore } from '#web/store.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { CallList } from './CallList.tsx'
import { TooMany } from './TooMany.tsx'

type AffectedProps = {
  /** The bookings at the closed time, canceled ones included. */
  bookings: readonly Booking[]
  /** The id of the closure, if it is stored. */
  closure?: string
  /** Stores the closure before bookings are canceled for it. Returns its id, or `undefined` for a cancellation without one. */
  store?: () => Promise<string | undefined>
  /** The page above the lists; `tools` are the buttons for all bookings. */
  children: (tools: ReactNode) => ReactNode
}

/** The guests affected by a closure: their numbers to call, copy, print and download, and a button that cancels all their bookings. */
export function Affected({ bookings, closure, store, children }: AffectedProps) {
  // The bookings when the dialog opened: the user doesn't confirm later changes.
  const [asked, setAsked] = useState<readonly Booking[]>()
  const [printed, setPrinted] = useState<readonly Booking[]>()
  const afterRender = useAfterRender()
  const [canceledHere, setCanceledHere] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ status }: Booking) => status !== canceled
  const open = bookings.filter(isOpen)
  // Guests whose bookings were canceled for this closure must still be called; earlier cancellations need no call.
  const isAffected = (booking: Booking) =>
    isOpen(booking) || canceledHere.has(booking._id) || (closure !== undefined && booking.closure === closure)
  const affected = bookings.filter(isAffected)
  const canceledBefore = bookings.filter((booking) => !isAffected(booking))

  async function cancelAll(these: readonly Booking[]) {
    setAsked(undefined)
    // The button that opened the dialog is disabled during the run.
    afterRender(focusHeading)
    try {
      const id = closure ?? (await store?.())
      setCanceledHere(new Set([...canceledHere, ...these.map(({ _id }) => _id)]))
      void runBulkAction(toStatus(these, canceled, id))
    } catch (error) {
      console.error('Failed to create closure', error)
      notifyFailure("The closure couldn't be saved. Nothing was canceled.", error)
    }
  }

  return (
    <>
      {children(
        <>
          <Button disabled={affected.length === 0} onClick={() => void copyNumbers(affected)} Icon={Copy}>
            Copy phone numbers
          </Button>
          <Button disabled={affected.length === 0} onClick={() => setPrinted(affected)} Icon={Printer}>
            Print
          </Button>
          <Button disabled={affected.length === 0} onClick={() => void exportRecords(bookingTarget, affected)} Icon={Download}>
            Download
          </Button>
          <CancelAll count={open.length} onAsk={() => setAsked(open)} />
        </>,
      )}
      <LeftOver list={bookingTarget.list} />
      {bookings.length > mostSelected && <TooMany>Canceling affects all {counted(bookings.length)}.</TooMany>}
      {affected.length > 0 && <CallList title={titleOf(affected.length, open.length)} bookings={affected.slice(0, mostSelected)} />}
      {canceledBefore.length > 0 && (
        <CallList title={`${counted(canceledBefore.length)} already canceled`} bookings={canceledBefore.slice(0, mostSelected)} />
      )}
      <Progress />
      {printed && <PrintSheet bookings={printed} onDone={() => setPrinted(undefined)} />}
      {asked && (
        <Question
          title={`Cancel ${counted(asked.length)}?`}
          more={<WhatIsCanceled bookings={asked} />}
          onCancel={() => setAsked(undefined)}
        >
          <Button onClick={() => setAsked(undefined)}>Keep bookings</Button>
          <Button look="danger" onClick={() => void cancelAll(asked)}>
            Cancel bookings
          </Button>
        </Question>
      )}
    </>
  )
}

// Only these two components follow the progress: the list would render thousands of rows at each step.

function CancelAll({ count, onAsk }: { count: number; onAsk: () => void }) {
  const isWorking = useStore(bulkRun()) !== undefined
  return (
    <Button look="primary" className="min-w-44" disabled={count === 0 || isWorking} onClick={onAsk}>
      Cancel {count > 0 ? `${counted(count)}…` : 'bookings'}
    </Button>
  )
}

function Progress() {
  const now = useStore(bulkRun())
  return now && <WorkBar work={now} />
}

/** '16 bookings to cancel', '16 bookings, 3 to cancel' or '16 bookings, all canceled' */
function titleOf(all: number, open: number): string {
  if (open === all) return `${counted(all)} to cancel`
  return `${counted(all)}, ${open === 0 ? 'all canceled' : `${formatCount(open)} to cancel`}`
}

/** Names the day, so that the user does not cancel another one. */
function WhatIsCanceled({ bookings }: { bookings: readonly Booking[] }) {
  const branches = new Set(bookings.map(({ branchName }) => branchName))
  const days = new Set([bookings[0], bookings.at(-1)].map((booking) => booking && weekdayInWords(booking.date)))
  return (
    <>
      <bdi>{[...branches].join(', ')}</bdi>, {[...days].join(' to ')}. Guests aren't notified. You can undo this.
    </>
  )
}
