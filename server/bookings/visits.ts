import { type Booking, bookings } from '#contract/bookings.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Listing, Wanted } from '#contract/listing.ts'
import { listRows } from '#server/database/lists.ts'
import type { Database } from '#server/database/schema.ts'
import { bookingRecords } from './coming.ts'
import { ofBranch } from './of-branch.ts'

const own = { branchName: ofBranch }

/** As the list has it, but that the name of a branch means the branch. */
const listing: Listing = {
  ...bookings.visits.listing,
  search: bookings.list.listing.search,
  filters: { ...bookings.visits.listing.filters, branchName: { label: 'Branch', kind: 'own', options: {} } },
}

/** The bookings of branches on some days, also those made when a branch had another name. */
export async function visits(db: Database, wanted: Wanted): Promise<Page<Booking>> {
  const { rows, total, next } = await listRows(db, { table: 'bookings', listing, own, wanted })
  return { items: rows.map(bookingRecords.present), total, next }
}
