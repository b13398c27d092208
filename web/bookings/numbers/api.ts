import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BookingNumber, StatusCounts } from '#contract/booking-numbers.ts'
import { bookings } from '#contract/bookings.ts'
import { mostItems } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { callUntyped as call } from '#web/api/call.ts'
import { fileOf } from '#web/api/file-of.ts'

/** The order says nothing here: the same bookings have the same numbers. */
const unordered = ({ order: _, ...asked }: ListQuery): ListQuery => asked

/** The numbers of matching bookings by status. */
export const totals = (asked: ListQuery) => {
  const query = unordered(asked)
  return queryOptions({
    queryKey: ['bookings', 'totals', query],
    queryFn: ({ signal }) => call(bookings.totals, { query }, { signal }) as Promise<StatusCounts>,
    placeholderData: keepPreviousData,
  })
}

/** The same by branch, day and code. */
export const numbers = (asked: ListQuery) => {
  const query = unordered(asked)
  return queryOptions({
    queryKey: ['bookings', 'numbers', query],
    queryFn: async ({ signal }) => {
      const wanted = { ...query, limit: [String(mostItems)] }
      return (await call(bookings.numbers, { query: wanted }, { signal })) as { items: BookingNumber[]; total: number }
    },
    placeholderData: keepPreviousData,
  })
}

export const numbersAsCsv = (asked: ListQuery): Promise<File> => fileOf(bookings.numbers)(unordered(asked), 'csv')
