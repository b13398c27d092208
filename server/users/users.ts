import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/all.ts'
import type { Person } from '#contract/session.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import { giveFirstPassword, requireFreeName, requireOtherSuperUser, usernameKey, userRecords } from '#server/auth/user-records.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { forgetDraftsOf } from '#server/drafts/drafts.ts'
import { conflict, HttpError } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { collection } from '#server/http/resource.ts'
import { serve } from '#server/http/serve.ts'

export const users = { records: userRecords, routes }

function routes(app: FastifyInstance, guard: Guard, { hashCost }: Dependencies): void {
  const { list, remove, restore, history, erase } = collection(guard.db, userRecords, {
    async remove(trx, user, by) {
      if (user.id === by._id) throw conflict('own_account', "You can't delete your own account. Ask another super user.")
      if (user.isSuperUser === 1) await requireOtherSuperUser(trx, user.id)
      await endSessionsOf(trx, user.id)
      await forgetDraftsOf(trx, user.id)
    },
    async restore(trx, trashed, { username }, by) {
      if (trashed.isSuperUser === 1) await requireSuperUser(trx, by)
      await requireFreeName(trx, username ?? trashed.username)
      return username === undefined ? {} : { username, usernameKey: usernameKey(username) }
    },
  })

  serve(app, guard, contract.users, {
    list,
    remove,
    restore,
    history,
    erase,

    async create({ body: { username, password, isSuperUser }, caller, transactAsCaller }) {
      // The hash is computed outside the transaction, because it takes long enough to delay every other change.
      const passwordHash = await hashPassword(password, hashCost)
      return transactAsCaller(async (trx) => {
        if (isSuperUser) await requireSuperUser(trx, caller)
        await requireFreeName(trx, username)
        return userRecords.create(
          trx,
          {
            username,
            usernameKey: usernameKey(username),
            passwordHash,
            isSuperUser: isSuperUser ? 1 : 0,
            mustChangePassword: 1,
            lastSignInAt: null,
          },
          caller,
        )
      })
    },

    changeRole({ params, body: { isSuperUser }, caller, expected, transactAsCaller }) {
      if (params.id === caller._id) throw conflict('own_account', "You can't change your own role. Ask another super user to do it.")
      return transactAsCaller(async (trx) => {
        const user = await userRecords.findVersion(trx, params.id, expected)
        if (!isSuperUser && user.isSuperUser === 1) await requireOtherSuperUser(trx, user.id)
        return userRecords.update(trx, user, { isSuperUser: isSuperUser ? 1 : 0 }, caller, 'role')
      })
    },

    async setPassword({ params, body: { password }, caller, expected, transactAsCaller }) {
      if (params.id === caller._id) throw conflict('own_account', 'To change your own password, enter your current password.')
      const passwordHash = await hashPassword(password, hashCost)
      return transactAsCaller(async (trx) => {
        const user = await userRecords.findVersion(trx, params.id, expected)
        return giveFirstPassword(trx, user, passwordHash, caller)
      })
    },
  })
}

/** Throws a 403 `HttpError` unless the caller is a super user in this transaction. It guards changes that make a super user. */
async function requireSuperUser(trx: Transaction, { _id }: Person): Promise<void> {
  const { isSuperUser } = await userRecords.find(trx, _id)
  if (isSuperUser !== 1) throw new HttpError(403, 'forbidden', 'Only super users can add super users.')
}
