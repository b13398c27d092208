import { config } from '#web/bookings/index.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { navigate } from '#web/router/location.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { Affected } from './Affected.tsx'
import { listAddress, newClosureAddress } from './address.ts'
import { DayTools } from './DayTools.tsx'
import { NoVisits } from './NoVisits.tsx'
import { storeClosure } from './store-closure.ts'
import { useDay } from './useDay.ts'

/** The guests with bookings at a branch that closes for some days. Canceling the bookings stores the closure. */
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
          {!isChosen && <EmptyState title="Which branch is closing?" text="Choose the branch and the days above." />}
          {isChosen && <NoVisits query={query} bookings={bookings} text="There are no bookings on these days." />}
        </>
      )}
    </Affected>
  )
}
