import { type Closure, closures } from '#contract/closures.ts'
import { plain } from '#web/api/plain.ts'
import { reasonOf } from '#web/api/reason.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { Affected } from '#web/bookings/day/Affected.tsx'
import { Alert } from '#web/components/Alert.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
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

/** Whom a closure hits: the guests to call, now and after their bookings are canceled. Bookings canceled before stand apart. */
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
            <HistoryButton resource={plain('closures', closures)} id={closure._id} title={closure.reason} />
            <EditLink to={config.at.edit(closure._id)} label="Edit closure" />
          </PageHead>
          <div className="mb-5 flex flex-wrap items-center gap-2 print:hidden">{tools}</div>
          {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
          {query.isPending && <Spinner />}
          {query.isSuccess && bookings.length === 0 && <EmptyState title="No bookings" text="There are no bookings at this time." />}
        </>
      )}
    </Affected>
  )
}
