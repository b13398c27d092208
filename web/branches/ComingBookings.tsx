import { useQuery } from '@tanstack/react-query'
import type { Branch, ComingBookings as Coming } from '#contract/branches.ts'
import { today } from '#web/api/chain-day.ts'
import { timeInWords, weekdayInBrief } from '#web/components/dates.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Link } from '#web/router/Link.tsx'
import { comingBookings } from './api.ts'

/** The upcoming bookings of a branch, shown before the branch is deleted. */
export function ComingBookings({ branch }: { branch: Branch }) {
  const { data, isError } = useQuery(comingBookings(branch._id))
  return (
    <p aria-live="polite">
      {isError ? "Upcoming bookings couldn't be counted." : data ? <Told {...data} /> : 'Counting upcoming bookings…'}
    </p>
  )
}

function Told({ coming, next }: Coming) {
  if (!next) return 'This branch has no upcoming bookings.'
  const when = `${weekdayInBrief(next.date, today())} at ${timeInWords(next.time)}`
  return (
    <>
      This branch has{' '}
      <Link to="/bookings" className="font-[550] text-accent-text underline">
        {coming === 1 ? '1 upcoming booking' : `${formatCount(coming)} upcoming bookings`}
      </Link>
      , {coming === 1 ? 'on' : 'the next on'} {when} ({next.fullName}). {coming === 1 ? 'The booking will keep' : 'The bookings will keep'}{' '}
      the branch name.
    </>
  )
}
