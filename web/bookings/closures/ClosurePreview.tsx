import { useQuery } from '@tanstack/react-query'
import { canceled } from '#contract/bookings.ts'
import { ClosureInput, type ComingClosure } from '#contract/closures.ts'
import { today } from '#web/api/chain-day.ts'
import { comingClosures } from '#web/api/coming-closures.ts'
import { counted } from '#web/bookings/many/status-actions.ts'
import { dayInBrief, timeInWords } from '#web/components/dates.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import type { Fields } from '#web/forms/useForm.ts'
import { mostSelected } from '#web/lists/selection/load-all.ts'
import { type ClosureScope, useHits } from './useHits.ts'
import { whenClosed } from './words.ts'

/** The debounce of the typed values before the server is asked, in milliseconds. */
const pause = 400
/** The number of bookings listed; the call list has all of them. */
const few = 10

/** The bookings affected by the closure in the form, and other closures at the same time. `id` is the edited closure. */
export function ClosurePreview({ field, id }: { field: Fields<ClosureInput>; id: string | undefined }) {
  const typed = {
    branchName: field('branchName').value,
    everywhere: field('everywhere').value,
    firstDay: field('firstDay').value,
    lastDay: field('lastDay').value,
    fromTime: field('fromTime').value,
    untilTime: field('untilTime').value,
  }
  const closure = useDebouncedValue(typed, pause)
  const isWhole = ClosureInput.safeParse({ ...closure, reason: '-' }).success
  const { query, bookings } = useHits(closure, mostSelected, isWhole)
  const { data: coming = [] } = useQuery(comingClosures)
  const overlapping = isWhole ? coming.filter((other) => other._id !== id && overlaps(other, closure)) : []
  const open = bookings.filter(({ status }) => status !== canceled)
  return (
    <section aria-label="Affected bookings" aria-live="polite" className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-head">Affected bookings</h2>
      {!isWhole && <p className="mt-1 text-ink-2">Choose the branch and the days.</p>}
      {isWhole && query.isPending && <p className="mt-1 text-ink-2">Looking for bookings…</p>}
      {isWhole && query.isError && <p className="mt-1 text-bad">The bookings couldn't be loaded.</p>}
      {isWhole && query.isSuccess && (
        <>
          <p className="mt-1">{open.length === 0 ? 'There are no bookings at this time.' : `${counted(open.length)} at this time.`}</p>
          <ul className="mt-2 grid gap-1 text-ink-2 text-small tabular-nums">
            {open.slice(0, few).map(({ _id, date, time, fullName }) => (
              <li key={_id} className="truncate">
                {dayInBrief(date, today())}, {timeInWords(time)} <bdi>{fullName}</bdi>
              </li>
            ))}
            {open.length > few && <li>and {open.length - few} more</li>}
          </ul>
        </>
      )}
      {overlapping.map((other) => (
        <p key={other._id} className="mt-3 rounded-control bg-wait-soft px-3 py-2 text-wait">
          Overlaps another closure: {whenClosed(other)}, <bdi>{other.reason}</bdi>.
        </p>
      ))}
    </section>
  )
}

function overlaps(other: ComingClosure, { branchName, everywhere, firstDay, lastDay, fromTime, untilTime }: ClosureScope): boolean {
  const isSamePlace = everywhere || other.everywhere || other.branchNames.includes(branchName)
  const isSameDay = other.firstDay <= lastDay && firstDay <= other.lastDay
  const isSameTime = (other.untilTime === '' || fromTime < other.untilTime) && (untilTime === '' || other.fromTime < untilTime)
  return isSamePlace && isSameDay && isSameTime
}
