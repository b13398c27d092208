import { Copy } from 'lucide-react'
import { useState } from 'react'
import { type Booking, canceled } from '#contract/bookings.ts'
import { reasonOf } from '#web/api/reason.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { config } from '#web/bookings/index.ts'
import { counted, toStatus } from '#web/bookings/many/bulk-actions.ts'
import { bulkRun } from '#web/bookings/many/bulk-runner.ts'
import { copyNumbers } from '#web/bookings/many/export-selection.ts'
import { LeftOver } from '#web/bookings/many/LeftOver.tsx'
import { mostSelected } from '#web/bookings/many/load-all.ts'
import { runBulkAction } from '#web/bookings/many/run-bulk-action.ts'
import { WorkBar } from '#web/bookings/many/WorkBar.tsx'
import { Alert } from '#web/components/Alert.tsx'
import { useAfterRender } from '#web/components/after-render.ts'
import { Button } from '#web/components/Button.tsx'
import { weekdayInWords } from '#web/components/dates.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { focusHeading } from '#web/components/focus.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Question } from '#web/components/Question.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { useStore } from '#web/store.ts'
import { listAddress } from './address.ts'
import { CallList } from './CallList.tsx'
import { DayTools } from './DayTools.tsx'
import { TooMany } from './TooMany.tsx'
import { useDay } from './useDay.ts'

/** Whom it hits that a branch closes for some days: their numbers to call, and all of their bookings canceled together. */
export function Closure() {
  const { state, isChosen, query, bookings } = useDay('closure')
  // The bookings at the time of the question: later changes by others are not part of the answer.
  const [asked, setAsked] = useState<readonly Booking[]>()
  const afterRender = useAfterRender()
  const [here, setHere] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ status }: Booking) => status !== canceled
  const open = bookings.filter(isOpen)
  // Guests canceled here still have to be called; guests canceled before know already.
  const isHit = (booking: Booking) => isOpen(booking) || here.has(booking._id)
  const hit = bookings.filter(isHit)
  const before = bookings.filter((booking) => !isHit(booking))

  function cancelAll(these: readonly Booking[]) {
    setAsked(undefined)
    // The button that asked can't be pressed meanwhile.
    afterRender(focusHeading)
    setHere(new Set([...here, ...these.map(({ _id }) => _id)]))
    void runBulkAction(toStatus(these, canceled))
  }

  return (
    <>
      <PageHead
        title="Close a branch"
        subtitle="Find affected bookings, call guests and cancel in one go."
        back={{ to: listAddress(state.asked), label: `Back to ${config.many}` }}
      />
      <DayTools state={state} isAsking={!isChosen}>
        <Button disabled={hit.length === 0} onClick={() => void copyNumbers(hit)} Icon={Copy}>
          Copy phone numbers
        </Button>
        <CancelAll count={open.length} onAsk={() => setAsked(open)} />
      </DayTools>
      {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
      <LeftOver />
      {!isChosen && <EmptyState title="Which branch is closing?" text="Choose the branch and the days above." />}
      {isChosen && query.isPending && <Spinner />}
      {bookings.length > mostSelected && <TooMany>Canceling affects all {counted(bookings.length)}.</TooMany>}
      {isChosen && query.isSuccess && bookings.length === 0 && (
        <EmptyState title="No bookings" text="There are no bookings on these days." />
      )}
      {hit.length > 0 && <CallList title={`${counted(hit.length)}, ${leftOf(open.length)}`} bookings={hit.slice(0, mostSelected)} />}
      {before.length > 0 && <CallList title={`${counted(before.length)} already canceled`} bookings={before.slice(0, mostSelected)} />}
      <Progress />
      {asked && (
        <Question
          title={`Cancel ${counted(asked.length)}?`}
          more={<WhatIsCanceled bookings={asked} />}
          onCancel={() => setAsked(undefined)}
        >
          <Button onClick={() => setAsked(undefined)}>Keep bookings</Button>
          <Button look="danger" onClick={() => cancelAll(asked)}>
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

const leftOf = (open: number) => (open === 0 ? 'all canceled' : `${formatCount(open)} to cancel`)

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
