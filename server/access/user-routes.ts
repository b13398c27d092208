import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import type { Database } from '#server/database/schema.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { conflict } from '#server/refusals.ts'
import { type HashCost, hashPassword } from './hashing.ts'
import { endSessionsOf } from './sessions.ts'
import { giveFirstPassword, requireFreeName, requireOtherSuperUser, usernameKey, userRecords } from './users.ts'

export function userRoutes(app: FastifyInstance, guard: Guard, db: Database, hashCost: HashCost): void {
  serve(app, guard, users, {
    list: ({ query }) => userRecords.list(db, query),

    async create({ body: { username, password, isSuperUser }, caller, transact }) {
      // Outside the transaction: a hash takes long enough to be in everybody's way.
      const passwordHash = await hashPassword(password, hashCost)
      return transact(async (trx) => {
        await requireFreeName(trx, username)
        return userRecords.create(
          trx,
          { username, usernameKey: usernameKey(username), passwordHash, isSuperUser: isSuperUser ? 1 : 0, mustChangePassword: 0 },
          caller,
        )
      })
    },

    remove: ({ params, caller, expected, transact }) =>
      transact(async (trx) => {
        const user = await userRecords.findVersion(trx, params.id, expected)
        if (user.id === caller._id) throw conflict('own_account', "You can't delete your own account. Ask another super user to do it.")
        if (user.isSuperUser === 1) await requireOtherSuperUser(trx, user.id)
        await endSessionsOf(trx, user.id)
        await userRecords.remove(trx, user, caller)
        return null
      }),

    async setPassword({ params, body: { password }, caller, expected, transact }) {
      if (params.id === caller._id) throw conflict('own_account', 'Change your own password with the one that you have.')
      const passwordHash = await hashPassword(password, hashCost)
      return transact(async (trx) => {
        const user = await userRecords.findVersion(trx, params.id, expected)
        return giveFirstPassword(trx, user, passwordHash, caller)
      })
    },

    restore: ({ params, caller, transact }) =>
      transact(async (trx) => {
        const trashed = await userRecords.find(trx, params.id, true)
        await requireFreeName(trx, trashed.username)
        return userRecords.restore(trx, trashed, caller)
      }),
  })
}
