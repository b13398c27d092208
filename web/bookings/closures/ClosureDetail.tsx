import { type Closure, closures } from '#contract/closures.ts'
import { plain } from '#web/api/plain.ts'
import { CalendarButton } from '#web/bookings/CalendarButton.tsx'
import { Affected } from '#web/bookings/day/Affected.tsx'
import { NoVisits } from '#web/bookings/day/NoVisits.tsx'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { DetailPage } from '#web/pages/DetailPage.tsx'
import { EditLink } from '#web/pages/EditLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { config } from './index.ts'
import { useHits } from './useHits.ts'
import { whatCloses, whenClosed } from './words.ts'

export function ClosureDetail() {
  return (
    <DetailPage resource={plain('closures', closures)} config={config} missing="Closure not found">
      {(closure) => <CallSheet closure={closure} />}
    </DetailPage>
  )
}

/** The guests affected by a closure, to call before and after their bookings are canceled. Bookings canceled earlier are listed separately. */
function CallSheet({ closure }: { closure: Closure }) {
  const { query, bookings } = useHits(closure, Number.POSITIVE_INFINITY)
  return (
    <Affected bookings={bookings} closure={closure._id}>
      {(tools) => (
        <>
          <PageHead
            title={`${whatCloses(closure)} closed`}
            subtitle={
              <>
                <span className="tabular-nums">{whenClosed(closure)}</span>
                <span>·</span>
                <bdi>{closure.reason}</bdi>
              </>
            }
          >
            <CalendarButton of={{ closure: closure._id }} />
            <HistoryButton resource={plain('closures', closures)} id={closure._id} title={closure.reason} />
            <EditLink to={config.at.edit(closure._id)} label="Edit closure" />
          </PageHead>
          <div className="mb-5 flex flex-wrap items-center gap-2 print:hidden">{tools}</div>
          <NoVisits query={query} bookings={bookings} text="There are no bookings at this time." />
        </>
      )}
    </Affected>
  )
}
