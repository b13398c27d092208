import type { FastifyInstance } from 'fastify'
import { session } from '#contract/session.ts'
import type { Database, Transaction, UserRow } from '#server/database/schema.ts'
import { bearer, type Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { invalid, Refusal } from '#server/refusals.ts'
import { hashPassword, verifyPassword } from './hashing.ts'
import { endSession, endSessionsOf, startSession } from './sessions.ts'
import { countAttempt, forgetAttempts, forgiveAttempt, type Limit } from './throttle.ts'
import { findByUsername, isUnchanged, usernameKey, userRecords } from './users.ts'

export function sessionRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, session, {
    async signIn({ body: { username, password }, request, transact }) {
      const { ofBoth, ofAddress } = limitsOf(request.ip, username)
      await countAttempt(db, [...ofBoth, ...ofAddress])
      const user = await findByUsername(db, username)
      const right = await verifyPassword(password, user?.passwordHash)
      if (!user || !right) throw wrongCredentials()
      const token = await transact((trx) => startVerified(trx, user))
      await forgetAttempts(db, ofBoth)
      await forgiveAttempt(db, ofAddress)
      return { token }
    },

    async signOut({ request }) {
      await endSession(db, bearer(request) ?? '')
      return null
    },

    get: ({ caller }) => caller,

    async changePassword({ body: { currentPassword, newPassword }, caller, request, transact }) {
      const limits = [{ key: `password ${caller._id} ${request.ip}`, free: 5, longest: 60 }]
      await countAttempt(db, limits)
      const user = await userRecords.find(db, caller._id)
      if (!(await verifyPassword(currentPassword, user.passwordHash))) throw wrongPassword()
      await forgetAttempts(db, limits)
      const changed = await hashPassword(newPassword)
      return transact(async (trx) => {
        if (!(await isUnchanged(trx, user))) throw wrongPassword()
        await userRecords.update(trx, await userRecords.find(trx, caller._id), { passwordHash: changed }, caller)
        await endSessionsOf(trx, caller._id)
        return { token: await startSession(trx, caller._id) }
      })
    },
  })
}

/** Starts the session of somebody whose password was right; a password that was changed meanwhile, which ended all sessions, opens none. */
export async function startVerified(trx: Transaction, user: UserRow): Promise<string> {
  if (!(await isUnchanged(trx, user))) throw wrongCredentials()
  return startSession(trx, user.id)
}

const wrongCredentials = () => new Refusal(401, 'wrong_credentials', 'Wrong username or password.')
const wrongPassword = () => invalid({ currentPassword: 'This is not your current password.' })

/**
 * What slows guessing down: one address guessing one name, and one address guessing many. A name alone is never slowed, or
 * strangers could keep its owner out.
 */
function limitsOf(address: string, username: string): { ofBoth: Limit[]; ofAddress: Limit[] } {
  return {
    ofBoth: [{ key: `sign-in ${address} ${usernameKey(username)}`, free: 5, longest: 60 }],
    ofAddress: [{ key: `sign-in ${address}`, free: 50, longest: 60 }],
  }
}
