import * as z from 'zod/mini'
import { type Booking, firstBookingDay } from './bookings.ts'
import { calendarCall } from './calendar.ts'
import { crud } from './crud.ts'
import { chainDayOf } from './dates.ts'
import { type Answer, byId, type Endpoints } from './endpoint.ts'
import { calendarDate, daysInOrder, line, optionalLine, recordId, timeOrNone } from './fields.ts'
import { newest } from './listing.ts'

export const ClosureInput = z
  .object({
    /** '' when all branches close. */
    branchName: z._default(optionalLine('Branch', 120), ''),
    everywhere: z._default(z.boolean('All branches must be true or false.'), false),
    firstDay: calendarDate('First day', { first: firstBookingDay }),
    lastDay: calendarDate('Last day', { first: firstBookingDay }),
    /** The closed hours of each day, the end not included; '' for no limit. */
    fromTime: z._default(timeOrNone('From'), ''),
    untilTime: z._default(timeOrNone('Until'), ''),
    /** Public, like the days and hours. */
    reason: line('Reason', 200),
  })
  .check(
    z.refine(({ branchName, everywhere }) => everywhere || branchName !== '', { error: 'Branch is required.', path: ['branchName'] }),
    daysInOrder,
    z.refine(({ fromTime, untilTime }) => fromTime === '' || untilTime === '' || fromTime < untilTime, {
      error: 'The end must be after the beginning.',
      path: ['untilTime'],
    }),
  )
export type ClosureInput = z.output<typeof ClosureInput>

const collection = crud('/api/closures', {
  one: 'closure',
  many: 'closures',
  input: ClosureInput,
  read: 'staff',
  write: 'staff',
  listing: {
    search: ['reason', 'branchName'],
    filters: {
      branchName: { label: 'Branch', kind: 'text' },
      /** `uncalled`: a guest with a booking at the closed time that isn't over or canceled has not been called. */
      state: { label: 'State', kind: 'own', options: { coming: 'Current and upcoming', uncalled: 'Guests to call', past: 'Past' } },
    },
    orders: { firstDay: { label: 'First day', by: ['firstDay'] }, newest },
    order: '-firstDay',
  },
})
export type Closure = Answer<typeof collection.get>

/** The public part of a closure that isn't over. Without hours ('') whole days are closed. */
export const BranchClosure = z.pick(collection.get.answer, {
  firstDay: true,
  lastDay: true,
  fromTime: true,
  untilTime: true,
  reason: true,
})
export type BranchClosure = z.output<typeof BranchClosure>

/** A closure that isn't over. `branchNames`: all names that the branch has had, because a booking keeps the name from when it was made. */
const ComingClosure = z.extend(BranchClosure, {
  _id: recordId,
  everywhere: z.boolean(),
  branchNames: z.array(z.string()),
})
export type ComingClosure = z.output<typeof ComingClosure>

export type ClosedTime = Pick<ClosureInput, 'firstDay' | 'lastDay' | 'fromTime' | 'untilTime'>

/**
 * Returns whether a closure covers a day and time. A time that isn't known yet ('') is covered only if the whole day is closed. `endsAt`: when the
 * chain's day ends; times before are those of the evening before.
 */
export function isClosedAt(
  { firstDay, lastDay, fromTime, untilTime }: ClosedTime,
  visit: Pick<Booking, 'date' | 'time'>,
  endsAt: string,
): boolean {
  const day = chainDayOf(visit, endsAt)
  if (day < firstDay || day > lastDay) return false
  if (visit.time === '') return fromTime === '' && untilTime === ''
  const [from = '', until = '', time = ''] = [fromTime, untilTime, visit.time].map((each) => sortable(each, endsAt))
  return from <= time && (until === '' || time < until)
}

/** Returns a time of the chain's day in a form that sorts: `00:30` is `24:30` where the day ends later. */
const sortable = (time: string, endsAt: string): string =>
  time !== '' && time < endsAt ? `${Number(time.slice(0, 2)) + 24}${time.slice(2)}` : time

/** Returns the first closure that covers the branch, day and time of a booking; `undefined` if there is none. */
export const closureAt = (
  closures: readonly ComingClosure[],
  booking: Pick<Booking, 'branchName' | 'date' | 'time'>,
  endsAt: string,
): ComingClosure | undefined =>
  closures.find(
    (closure) => (closure.everywhere || closure.branchNames.includes(booking.branchName)) && isClosedAt(closure, booking, endsAt),
  )

export const closures = {
  ...collection,
  calendar: {
    ...calendarCall,
    path: '/api/closures/:id/calendar',
    summary: 'Returns a closure as an iCalendar file.',
    params: byId,
  },
  coming: {
    method: 'GET',
    path: '/api/closures/coming',
    access: 'staff',
    summary: 'Lists the closures that are not over, earliest first, with all names that the branch has had.',
    answer: z.array(ComingClosure),
    cacheable: true,
  },
} as const satisfies Endpoints
