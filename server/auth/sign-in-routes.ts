import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chainHeaders, session } from '#contract/session.ts'
import { byOf, recordAuditEvent } from '#server/audit/events.ts'
import { chainDay, sharedNow } from '#server/db/clock.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import type { Database } from '#server/db/schema.ts'
import { FailedAttempt, invalid } from '#server/errors.ts'
import { bearer } from '#server/http/bearer.ts'
import type { Guard } from '#server/http/guard.ts'
import { networkOf, withoutPort } from '#server/http/network.ts'
import { serve } from '#server/http/serve.ts'
import { browserName } from './browser-name.ts'
import { rememberDevice } from './devices.ts'
import { type HashCost, hashPassword, verifyPassword } from './password-hash.ts'
import { endSession, endSessionsOf, type Origin, startSession } from './sessions.ts'
import { startVerified, verify } from './sign-in.ts'
import { guess } from './throttle.ts'
import { userRecords } from './user-records.ts'

export function signInRoutes(app: FastifyInstance, guard: Guard, db: Database, hashCost: HashCost): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === session.get.method && request.routeOptions.url === session.get.path) reply.headers(dayHeaders())
    done()
  })
  serve(app, guard, session, {
    async signIn({ body, request, transactAsCaller }) {
      const user = await verify(db, body, withoutPort(request.ip), hashCost)
      return transactAsCaller(async (trx) => {
        const token = await startVerified(trx, user, originOf(request))
        return body.device === undefined ? { token } : { token, device: await rememberDevice(trx, body.device, user.id) }
      }, 'read committed')
    },

    signOut: ({ request, caller, transactAsCaller }) =>
      transactAsCaller(async (trx) => {
        await endSession(trx, bearer(request) ?? '')
        await recordAuditEvent(trx, { kind: 'sign-out', by: byOf(caller), details: originOf(request) })
        return null
      }, 'read committed'),

    get: ({ caller }) => caller,

    async changePassword({ body: { currentPassword, newPassword }, caller, request, transactAsCaller }) {
      const { mustChangePassword = false } = caller
      if (currentPassword === undefined && !mustChangePassword) throw invalid({ currentPassword: 'Current password is required.' })
      const own = [{ key: `password ${caller._id} ${networkOf(request.ip)}`, free: 5, longest: 60 }]
      await guess(db, { own, shared: [] }, async () => {
        // The hash is read in the transaction that checks the session, so a request held open over a reset learns nothing of the new password.
        const { passwordHash } = await transactAsCaller((trx) => userRecords.find(trx, caller._id), 'read committed')
        if (currentPassword !== undefined && !(await verifyPassword(currentPassword, passwordHash))) throw wrongPassword()
        if (mustChangePassword && (await verifyPassword(newPassword, passwordHash))) throw samePassword()
      })
      const passwordHash = await hashPassword(newPassword, hashCost)
      return transactAsCaller(async (trx) => {
        // A password that was changed since it was verified has ended this session, and so this transaction.
        await userRecords.update(trx, await userRecords.find(trx, caller._id), { passwordHash, mustChangePassword: 0 }, caller)
        await endSessionsOf(trx, caller._id)
        return { token: await startSession(trx, caller._id, new Date(sharedNow()), originOf(request)) }
      })
    },
  })
}

/** The chain's current day, its end and its time zone as headers, so that no screen depends on its browser's clock and time zone. */
const dayHeaders = () => ({
  [chainHeaders.day]: chainDay(),
  [chainHeaders.timeZone]: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  [chainHeaders.dayEndsAt]: dayEndsAt(),
})

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({ address: withoutPort(ip), browser: browserName(headers['user-agent']) })

function wrongPassword() {
  const sentence = 'This is not your current password.'
  return new FailedAttempt(422, 'invalid', sentence, { fields: { currentPassword: sentence } })
}

function samePassword() {
  const sentence = 'This is the password you were given. Choose a different password.'
  return new FailedAttempt(422, 'invalid', sentence, { fields: { newPassword: sentence } })
}
