import type { FastifyInstance } from 'fastify'
import type { Person } from '#contract/session.ts'
import { sessions } from '#contract/sessions.ts'
import { byOf, recordAuditEvent } from '#server/audit/events.ts'
import type { Database } from '#server/db/schema.ts'
import { notFound, superUsersOnly } from '#server/errors.ts'
import { bearer } from '#server/http/bearer.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { endSessionById, endSessionsOf, sessionsOf } from './sessions.ts'
import { userRecords } from './user-records.ts'

/** The routes that list and end sessions: a user's own for every user, those of all users for super users. */
export function sessionListRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, sessions, {
    async list({ query: { user = '' }, caller, request }) {
      requireMayManage(caller, user)
      const { id } = await userRecords.find(db, user || caller._id)
      return sessionsOf(db, id, bearer(request) ?? '')
    },

    end: ({ params, caller, transactAsCaller }) =>
      transactAsCaller(async (trx) => {
        const ended = await endSessionById(trx, params.id, caller.isSuperUser ? undefined : caller._id)
        if (!ended) throw notFound('session')
        const { userId: user, ...details } = ended
        await recordAuditEvent(trx, { kind: 'sign-out', by: byOf(caller), user, details })
        return null
      }),

    endAll: ({ query: { user = '' }, caller, request, transactAsCaller }) =>
      transactAsCaller(async (trx) => {
        requireMayManage(caller, user)
        const { id } = await userRecords.find(trx, user || caller._id)
        await endSessionsOf(trx, id, bearer(request))
        await recordAuditEvent(trx, { kind: 'sign-out', by: byOf(caller), user: id })
        return null
      }),
  })
}

function requireMayManage(caller: Person, userId: string) {
  if (userId !== '' && userId !== caller._id && !caller.isSuperUser) throw superUsersOnly()
}
