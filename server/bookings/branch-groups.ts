import type { ListRequest } from '#contract/listing.ts'
import type { Database } from '#server/db/schema.ts'
import { formerNames } from '#server/records/branch-names.ts'

/** Treats the names that a branch has had as one: bookings keep the name of the time when they were made. */
export async function currentNames(db: Database) {
  const former = await formerNames(db)
  const of = (name: string) => former.get(name) ?? name

  return {
    /** Returns the current name of the branch. */
    of,

    /** Returns the query with every name of the branches that it asks for. */
    widen(request: ListRequest): ListRequest {
      const { branchName: asked } = request.filters
      if (!asked) return request
      const meant = new Set(asked.map(of))
      const earlier = [...former].filter(([, now]) => meant.has(now)).map(([name]) => name)
      return { ...request, filters: { ...request.filters, branchName: [...meant, ...earlier] } }
    },
  }
}

/** Returns the query with every name of the branches that it asks for. Most queries ask for none, and cost nothing. */
export const widened = async (db: Database, request: ListRequest): Promise<ListRequest> =>
  request.filters.branchName ? (await currentNames(db)).widen(request) : request

/** Adds the current name of its branch to each booking; the booking's own name where the branch is gone. */
export async function withCurrentNames<Some extends { _id: string; branchName: string }>(
  db: Database,
  bookings: readonly Some[],
): Promise<(Some & { currentBranchName: string })[]> {
  if (bookings.length === 0) return []
  const ids = bookings.map(({ _id }) => _id)
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('branches', (join) => join.onRef('branches.id', '=', 'bookings.branchId').on('branches.deletedAt', 'is', null))
    .select(['bookings.id', 'branches.name'])
    .where('bookings.id', 'in', ids)
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return bookings.map((booking) => ({ ...booking, currentBranchName: names.get(booking._id) ?? booking.branchName }))
}
