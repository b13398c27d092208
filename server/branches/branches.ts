import { sql } from 'kysely'
import type { Branch } from '#contract/branches.ts'
import { comingBookings, forgetBranch } from '#server/bookings/coming.ts'
import { noteRenaming, renameNoted } from '#server/bookings/renaming.ts'
import { records } from '#server/database/records.ts'
import type { Database } from '#server/database/schema.ts'
import { resource } from '#server/http/resource.ts'
import type { Call } from '#server/http/serve.ts'
import { renameInCodes } from '#server/promo-codes/branches.ts'

const branchRecords = records('branches', {
  custom: { pictures: { where: () => sql`images = '[]'` } },
  letGo: (trx, { id }) => forgetBranch(trx, id),
})

export const branches = resource(
  branchRecords,
  {
    // A booking that is being made holds its branch: this waits for it, and then sees it.
    isolation: 'read committed',
    async columns(trx, { name, renameBookings }, current, by) {
      if (current) await renameInCodes(trx, current, name)
      if (current && renameBookings) await noteRenaming(trx, { branchId: current.id, newName: name }, by)
      return {}
    },
    /** The bookings that bear the name go along with it: so undoing a renaming takes back all of it. */
    async columnsOfVersion(trx, { name }, current, by) {
      await renameInCodes(trx, current, name)
      if (name !== current.name) await noteRenaming(trx, { branchId: current.id, newName: name, oldName: current.name }, by)
      return {}
    },
  },
  (db, { update, restore }) => ({
    update: async (call) => takeBookingsAlong(db, call, await update(call)),
    restore: async (call) => takeBookingsAlong(db, call, await restore(call)),
    async coming({ params }) {
      const { id } = await branchRecords.find(db, params.id)
      return comingBookings(db, id)
    },
  }),
)

/** In milliseconds. Thousands of bookings take longer: the caller doesn't wait for them, and the housekeeping goes on with them. */
const patience = 3_000

async function takeBookingsAlong(db: Database, { request }: Call, branch: Branch): Promise<Branch> {
  const run = { log: request.log, signal: AbortSignal.timeout(patience) }
  // The branch has its name already, whatever becomes of this.
  await renameNoted(db, run, branch._id).catch((err: unknown) =>
    request.log.warn({ err }, 'bookings will get the new name of their branch later'),
  )
  return branch
}
