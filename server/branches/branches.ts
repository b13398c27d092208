import { sql } from 'kysely'
import { noteRenaming, renameNoted } from '#server/bookings/renaming.ts'
import { forgetBranch, upcomingBookings } from '#server/bookings/upcoming.ts'
import { closuresByBranch, forgetBranchInClosures, renameInClosures } from '#server/closures/coming.ts'
import type { Database } from '#server/db/schema.ts'
import { resource } from '#server/http/resource.ts'
import type { RequestContext } from '#server/http/serve.ts'
import { renameInCodes } from '#server/promo-codes/branches.ts'
import { recordsOf } from '#server/records/repository.ts'

const branchRecords = recordsOf('branches', {
  custom: { pictures: { where: () => sql`images = '[]'` } },
  async beforeErase(trx, { id }) {
    await forgetBranch(trx, id)
    await forgetBranchInClosures(trx, id)
  },
})

export const branches = resource(
  branchRecords,
  {
    // A new booking locks its branch. This transaction waits for that lock, and then sees the booking.
    isolation: 'read committed',
    async update(trx, current, { name, renameBookings }, by) {
      await renameInCodes(trx, current, name)
      await renameInClosures(trx, current, name, by)
      if (renameBookings) await noteRenaming(trx, { branchId: current.id, newName: name }, by)
    },
    /** Bookings with the branch's current name are renamed too, so undoing a renaming undoes all of it. */
    async columnsOfVersion(trx, { name }, current, by) {
      await renameInCodes(trx, current, name)
      await renameInClosures(trx, current, name, by)
      if (name !== current.name) await noteRenaming(trx, { branchId: current.id, newName: name, oldName: current.name }, by)
      return {}
    },
  },
  (db, { list, get, update, restore, change }) => ({
    async list(call) {
      const { items, ...page } = await list(call)
      const of = await closuresByBranch(db)
      return { ...page, items: items.map((branch) => ({ ...branch, ...of(branch._id) })) }
    },
    async get(call) {
      const branch = await get(call)
      return { ...branch, ...(await closuresByBranch(db))(branch._id) }
    },
    async update(call) {
      const branch = await update(call)
      await takeBookingsAlong(db, call, [branch])
      return branch
    },
    async restore(call) {
      const branch = await restore(call)
      await takeBookingsAlong(db, call, [branch])
      return branch
    },
    async change(call) {
      const outcomes = await change(call)
      const restored = new Set(call.body.changes.flatMap((one) => ('restore' in one ? one._id : [])))
      await takeBookingsAlong(
        db,
        call,
        outcomes.filter(({ _id }) => restored.has(_id)),
      )
      return outcomes
    },
    async coming({ params }) {
      const { id } = await branchRecords.find(db, params.id)
      return upcomingBookings(db, id)
    },
  }),
)

/**
 * The longest time that the caller waits for renamed bookings, in milliseconds. Thousands of bookings take longer; a background job completes them.
 */
const patience = 3_000

async function takeBookingsAlong(db: Database, { request }: RequestContext, branches: readonly { _id: string }[]): Promise<void> {
  const run = { log: request.log, signal: AbortSignal.timeout(patience) }
  for (const { _id } of branches) {
    // The branches already have their new names, so a failure here must not fail the call.
    await renameNoted(db, run, _id).catch((err: unknown) =>
      request.log.warn({ err }, 'could not update the branch name of all bookings yet; will retry'),
    )
  }
}
