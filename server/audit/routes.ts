import type { FastifyInstance } from 'fastify'
import { activity } from '#contract/activity.ts'
import type { Person } from '#contract/session.ts'
import type { Database } from '#server/db/schema.ts'
import { notFound } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { gather, recently } from './events.ts'
import { tellOfFailures } from './failed-sign-ins.ts'
import { namesOf } from './former-names.ts'
import { linesOf, namesIn } from './list.ts'
import { present } from './present.ts'

/** The routes of the activity: all of it for super users, their own events for other users. */
export function activityRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  const withNames = async ({ _id: id, username }: Person) => ({ id, names: await namesOf(db, id, username) })

  serve(app, guard, activity, {
    async list({ query, caller, request, deadline }) {
      // If the disk is full, everything until a minute ago can still be read.
      if (query.after === undefined)
        await catchUp(db, deadline.signal).catch((err: unknown) =>
          request.log.warn({ requestId: request.id, err }, 'could not load the latest activity'),
        )
      const { lines, total, next } = await linesOf(db, query, caller.isSuperUser ? undefined : await withNames(caller))
      return { items: await present(db, lines), total, next }
    },

    async values({ params, caller }) {
      if (params.filter !== 'byName') throw notFound('filter')
      if (!caller.isSuperUser) return (await withNames(caller)).names
      const users = await db.selectFrom('users').select('username').execute()
      const names = new Set([...users.map(({ username }) => username), ...(await namesIn(db))])
      return [...names].sort((one, other) => one.localeCompare(other))
    },
  })
}

/** Gathers the latest changes, so that the caller sees them. */
async function catchUp(db: Database, ended: AbortSignal) {
  await tellOfFailures(db)
  await gather(db, await recently(db), ended)
}
