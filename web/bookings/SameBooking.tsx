import { useQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/components/dates.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import { LiveRemark } from '#web/components/LiveRemark.tsx'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { type Sought, sameBooking } from './api.ts'

/** How long nothing must have been typed before the server is asked, in milliseconds. */
const pause = 400

/** Points out that the booking in the form is stored already, or another one of the day. It may be meant, so nothing is refused. */
export function SameBooking({ time, ...sought }: Sought) {
  // A time that is still being typed is none.
  const { data } = useQuery(sameBooking(useDebouncedValue({ ...sought, ...(time && { time }) }, pause)))
  const { same, sameDay } = data ?? {}
  const found = same ?? sameDay
  return (
    <LiveRemark>
      {found && (
        <>
          There is already{' '}
          <Link to={paths.bookings.edit(found._id)} className="font-[550] underline">
            a booking for <bdi>{found.fullName}</bdi>
          </Link>{' '}
          {same || !sameDay ? 'at this time' : `on this day at ${timeInWords(sameDay.time)}`} with this phone number.{' '}
          {sought.except ? 'Save' : 'Create'} anyway?
        </>
      )}
    </LiveRemark>
  )
}
