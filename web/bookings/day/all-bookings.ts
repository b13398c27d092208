import { queryOptions } from '@tanstack/react-query'
import { type Booking, bookings } from '#contract/bookings.ts'
import { mostItems } from '#contract/listing.ts'
import type { Asked } from '#web/api/address.ts'
import { callUntyped as call } from '#web/api/call.ts'
import { eachOnce } from '#web/api/lists.ts'

/** So many are loaded at most: nobody prints or calls more. */
const most = 5_000

type Page = { items: Booking[]; next: string | undefined }

/** All bookings that are asked for, the earliest first. `isCut`: there are more than can be shown. */
export const allBookings = (asked: Asked) =>
  queryOptions({
    queryKey: ['bookings', 'all', asked],
    queryFn: async ({ signal }) => {
      const items: Booking[] = []
      for (let after: string | undefined; ; ) {
        const query = { ...asked, order: ['date'], limit: [String(mostItems)], ...(after !== undefined && { after }) }
        const page = (await call(bookings.list, { query }, { signal })) as Page
        items.push(...page.items)
        after = page.next
        if (after === undefined || items.length >= most) return { items: eachOnce(items), isCut: after !== undefined }
      }
    },
  })
