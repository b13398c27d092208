import type { FastifyInstance } from 'fastify'
import { branches } from '#contract/branches.ts'
import { comingBookings, renameComing } from '#server/bookings/coming.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { branchColumns, branchRecords } from './store.ts'

export function branchRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, branches, {
    // A booking that is being made holds its branch: this waits for it, and then sees it.
    ...collection(db, branchRecords, branchColumns, 'read committed'),

    update: ({ params, body, caller, expected, transact }) =>
      transact(async (trx) => {
        const current = await branchRecords.findVersion(trx, params.id, expected)
        if (body.renameBookings) await renameComing(trx, current.id, body.name, caller)
        return branchRecords.update(trx, current, await branchColumns(trx, body, current), caller)
      }, 'read committed'),

    async coming({ params }) {
      const { id } = await branchRecords.find(db, params.id)
      return comingBookings(db, id)
    },
  })
}
