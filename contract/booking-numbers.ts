import * as z from 'zod/mini'
import { daysOf } from './listing.ts'

const byStatus = { pending: z.int(), confirmed: z.int(), canceled: z.int() }

/** How many bookings have which status; more than `mostCounted` is "more than that", as of a list's total. */
export const StatusCounts = z.object(byStatus)
export type StatusCounts = z.output<typeof StatusCounts>

/**
 * How many bookings there are of a branch, of a day (of a month, `2026-11`, where there are more than `mostDays`), at a discount in percent (0
 * elsewhere), and with a promo code at that. The first line is of all; its value is `''`, as that of a discount.
 */
export const BookingNumber = z.object({
  by: z.enum(['all', 'branch', 'day', 'month', 'discount', 'code']),
  value: z.string(),
  discountPercentage: z.int(),
  ...byStatus,
})
export type BookingNumber = z.output<typeof BookingNumber>

/** Bookings of more days are counted by the month. */
export const mostDays = 62

/** Bookings of more days than that aren't counted by branch, day and code. */
export const mostDaysCounted = 366

/** Whether the filter by date asks for one range of so few days, with a first and a last one. */
export function areCountable([range, ...others]: readonly string[] = []): boolean {
  const { from, to } = daysOf(range ?? '')
  return from !== '' && to !== '' && others.length === 0 && (Date.parse(to) - Date.parse(from)) / 86_400_000 < mostDaysCounted
}

/** Of more bookings that a search finds, only the totals are told: each of these has to be looked at. */
export const mostSearched = 5_000
