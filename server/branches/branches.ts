import { sql } from 'kysely'
import { comingBookings, forgetBranch, renameComing } from '#server/bookings/coming.ts'
import { records } from '#server/database/records.ts'
import { resource } from '#server/http/resource.ts'
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
      if (current && renameBookings) await renameComing(trx, current.id, name, by)
      return {}
    },
    /** The bookings that bear the name go along with it: so undoing a renaming takes back all of it. */
    async columnsOfVersion(trx, { name }, current, by) {
      await renameInCodes(trx, current, name)
      await renameComing(trx, current.id, name, by, { from: current.name })
      return {}
    },
  },
  (db) => ({
    async coming({ params }) {
      const { id } = await branchRecords.find(db, params.id)
      return comingBookings(db, id)
    },
  }),
)
