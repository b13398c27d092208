import { lengthOf } from '#contract/booking-numbers.ts'
import type { CalendarFile } from '#contract/calendar.ts'
import type { Closure } from '#contract/closures.ts'
import { daysAfter } from '#contract/dates.ts'
import { calendarText, type Entry } from '#server/calendar/calendar.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import type { Database } from '#server/db/schema.ts'
import { closureRecords } from './records.ts'

/** Returns a closure as an iCalendar file: whole days, or its hours on each of its days. */
export async function closureCalendar(db: Database, id: string): Promise<CalendarFile> {
  const closure = await closureRecords.get(db, id)
  return { name: `closure-${closure.firstDay}`, text: await calendarText([entryOf(closure)]) }
}

function entryOf(closure: Closure): Entry {
  const { branchName, everywhere, firstDay, lastDay, fromTime, untilTime, reason } = closure
  const where = everywhere ? 'All branches' : branchName
  const isWhole = fromTime === '' && untilTime === ''
  const hours = {
    start: momentOf(firstDay, fromTime || dayEndsAt()),
    end: untilTime === '' ? new Date(`${daysAfter(firstDay, 1)}T${dayEndsAt()}`) : momentOf(firstDay, untilTime),
    days: lengthOf([`${firstDay}..${lastDay}`]),
  }
  return {
    of: { ...closure, kind: 'closure' },
    summary: `${where} closed`,
    description: reason,
    location: where,
    when: isWhole ? { firstDay, lastDay } : hours,
  }
}

/** Returns a time of the chain's day as a moment. A time before the day ends is one of the next date. */
const momentOf = (day: string, time: string) => new Date(`${time < dayEndsAt() ? daysAfter(day, 1) : day}T${time}`)
