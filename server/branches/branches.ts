import { sql } from 'kysely'
import type { Branch } from '#contract/branches.ts'
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
    async columns(trx, { name, renameBookings }, current, by) {
      if (current) await renameInCodes(trx, current, name)
      if (current) await renameInClosures(trx, current, name, by)
      if (current && renameBookings) await noteRenaming(trx, { branchId: current.id, newName: name }, by)
      return {}
    },
    /** Bookings with the branch's current name are renamed too, so undoing a renaming undoes all of it. */
    async columnsOfVersion(trx, { name }, current, by) {
      await renameInCodes(trx, current, name)
      await renameInClosures(trx, current, name, by)
      if (name !== current.name) await noteRenaming(trx, { branchId: current.id, newName: name, oldName: current.name }, by)
      return {}
    },
  },
  (db, { list, get, update, restore }) => ({
    async list(call) {
      const { items, ...page } = await list(call)
      const of = await closuresByBranch(db)
      return { ...page, items: items.map((branch) => ({ ...branch, ...of(branch._id) })) }
    },
    async get(call) {
      const branch = await get(call)
      return { ...branch, ...(await closuresByBranch(db))(branch._id) }
    },
    update: async (call) => takeBookingsAlong(db, call, await update(call)),
    restore: async (call) => takeBookingsAlong(db, call, await restore(call)),
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

async function takeBookingsAlong(db: Database, { request }: RequestContext, branch: Branch): Promise<Branch> {
  const run = { log: request.log, signal: AbortSignal.timeout(patience) }
  // The branch already has its new name, so a failure here must not fail the call.
  await renameNoted(db, run, branch._id).catch((err: unknown) =>
    request.log.warn({ err }, 'could not update the branch name of all bookings yet; will retry'),
  )
  return branch
}
