import * as z from 'zod/mini'
import { daysOf } from './listing.ts'

const byStatus = { pending: z.int(), confirmed: z.int(), canceled: z.int() }

/** The number of bookings by status, counted up to `mostCounted`; one more means "more than that", as in a list's total. */
export const StatusCounts = z.object(byStatus)
export type StatusCounts = z.output<typeof StatusCounts>

/** The groups of bookings in words. */
export const groups = {
  all: 'All bookings',
  branch: 'Branch',
  day: 'Day',
  month: 'Month',
  discount: 'Discount',
  code: 'Promo code',
} as const

/**
 * The number of bookings of a branch, a day, a discount or a promo code. A range of more than `mostDays` days is counted by month (`2026-11`).
 * `discount` is in percent, and 0 for other groups. The first line counts all bookings; its `value` is `''`, as is the `value` of a discount.
 */
export const BookingNumber = z.object({
  by: z.enum(Object.keys(groups) as (keyof typeof groups)[]),
  value: z.string(),
  discountPercentage: z.int(),
  ...byStatus,
})
export type BookingNumber = z.output<typeof BookingNumber>

/** The most days that are counted by day. Longer ranges are counted by month. */
export const mostDays = 62

/** The longest range, in days, that is counted by branch, day and code. */
export const mostDaysCounted = 366

/** Returns the number of days of the first range of a date filter, both ends included. */
export function lengthOf([range]: readonly string[] = []): number {
  const { from, to } = daysOf(range ?? '')
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
}

/** Whether the date filter has a single range with both ends, of at most `mostDaysCounted` days. */
export function areCountable([range, ...others]: readonly string[] = []): boolean {
  const { from, to } = daysOf(range ?? '')
  return from !== '' && to !== '' && others.length === 0 && lengthOf([range ?? '']) <= mostDaysCounted
}

/** The most matches of a search that are broken down, because every match has to be read. More matches get totals only. */
export const mostSearched = 5_000
