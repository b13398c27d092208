import { reasonOf } from '#web/api/reason.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { config } from '#web/bookings/index.ts'
import { Alert } from '#web/components/Alert.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { navigate } from '#web/router/location.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { Affected } from './Affected.tsx'
import { listAddress, newClosureAddress } from './address.ts'
import { DayTools } from './DayTools.tsx'
import { storeClosure } from './store-closure.ts'
import { useDay } from './useDay.ts'

/** Whom it hits that a branch closes for some days. Canceling the bookings stores the closure. */
export function Closure() {
  const { state, isChosen, query, bookings } = useDay('closure')

  async function store(): Promise<string | undefined> {
    const id = await storeClosure(state.asked)
    if (id !== undefined) navigate(paths.closures.one(id))
    return id
  }

  return (
    <Affected bookings={bookings} store={store}>
      {(tools) => (
        <>
          <PageHead
            title="Close a branch"
            subtitle="Find affected bookings, call guests and cancel in one go."
            back={{ to: listAddress(state.asked), label: `Back to ${config.many}` }}
          >
            <ButtonLink to={paths.closures.list}>Closures</ButtonLink>
            <ButtonLink to={newClosureAddress(isChosen ? state.asked : {})}>New closure</ButtonLink>
          </PageHead>
          <DayTools state={state} isAsking={!isChosen}>
            {tools}
          </DayTools>
          {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
          {!isChosen && <EmptyState title="Which branch is closing?" text="Choose the branch and the days above." />}
          {isChosen && query.isPending && <Spinner />}
          {isChosen && query.isSuccess && bookings.length === 0 && (
            <EmptyState title="No bookings" text="There are no bookings on these days." />
          )}
        </>
      )}
    </Affected>
  )
}
