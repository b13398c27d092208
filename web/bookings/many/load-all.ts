import { type Booking, bookings } from '#contract/bookings.ts'
import { mostItems } from '#contract/listing.ts'
import type { Asked } from '#web/api/address.ts'
import { callUntyped as call } from '#web/api/call.ts'
import { eachOnce } from '#web/api/lists.ts'

/** So many bookings can be selected. */
export const mostSelected = 5_000

type Page = { items: Booking[]; next: string | undefined }

/** All bookings of lists, one after the other, as they are on the server now; the first `mostSelected` of them. */
export async function loadAll(lists: readonly Asked[]): Promise<Booking[]> {
  const items: Booking[] = []
  for (const asked of lists) {
    for (let after: string | undefined; items.length < mostSelected; ) {
      const query = { ...asked, limit: [String(mostItems)], ...(after !== undefined && { after: [after] }) }
      const page = (await call(bookings.list, { query })) as Page
      items.push(...page.items)
      after = page.next
      if (after === undefined) break
    }
  }
  return eachOnce(items).slice(0, mostSelected)
}
