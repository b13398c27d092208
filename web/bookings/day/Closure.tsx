import { canceled } from '#contract/bookings.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { face } from '#web/bookings/index.ts'
import { Alert, reasonOf } from '#web/ui/base/Alert.tsx'
import { EmptyState } from '#web/ui/base/EmptyState.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { listAddress } from './address.ts'
import { CallList } from './CallList.tsx'
import { CopyNumbers } from './CopyNumbers.tsx'
import { useCalled } from './called.ts'
import { DayTools } from './DayTools.tsx'
import { TooMany } from './TooMany.tsx'
import { useDay } from './useDay.ts'

/** Whom it hits that a branch closes for some days: their numbers to call, and all of their bookings canceled together. */
export function Closure() {
  const { state, query } = useDay('closure')
  const isChosen = state.asked.branchName.length > 0
  const { items = [], isCut = false } = query.data ?? {}
  const [open = [], done = []] = [false, true].map((isDone) => items.filter(({ status }) => (status === canceled) === isDone))
  const called = useCalled()
  return (
    <>
      <PageHead
        title="Close a branch"
        subtitle="Whom closed days hit: their numbers to call, and their bookings to cancel together."
        back={{ to: listAddress(state.asked), label: `Back to ${face.many}` }}
      />
      <DayTools state={state}>
        <CopyNumbers bookings={items} />
      </DayTools>
      {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
      {!isChosen && <EmptyState title="Which branch closes?" text="Choose it above, and the days." />}
      {isChosen && query.isPending && <Spinner />}
      {isCut && <TooMany shown={items.length} />}
      {isChosen && query.isSuccess && items.length === 0 && (
        <EmptyState title="No bookings" text="Nobody has booked there for these days." />
      )}
      {open.length > 0 && <CallList title="Still to cancel" bookings={open} called={called} />}
      {done.length > 0 && <CallList title="Canceled" bookings={done} called={called} />}
    </>
  )
}
