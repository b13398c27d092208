import type { UseQueryResult } from '@tanstack/react-query'
import type { Visit } from '#contract/bookings.ts'
import { reasonOf } from '#web/api/reason.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { Alert } from '#web/components/Alert.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Spinner } from '#web/components/Spinner.tsx'

type NoVisitsProps = { query: UseQueryResult<readonly Visit[]>; bookings: readonly Visit[]; text: string }

/** The failure of the query, its progress, or the `text` for no bookings; nothing if there are bookings. */
export const NoVisits = ({ query, bookings, text }: NoVisitsProps) => (
  <>
    {query.isError && <Alert text={bookingApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
    {query.isPending && <Spinner />}
    {query.isSuccess && bookings.length === 0 && <EmptyState title="No bookings" text={text} />}
  </>
)
