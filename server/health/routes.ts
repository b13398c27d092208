import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** How long an answer of the readiness check stands, in milliseconds: asking often must not load the database. */
const fresh = 1_000

/** `/livez`: the process runs. `/readyz`: it can serve, which means that the database answers. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/livez', () => ({ status: 'ok' }))

  let check: { at: number; ready: Promise<boolean> } | undefined
  app.get('/readyz', async (_request, reply) => {
    if (!check || Date.now() - check.at > fresh) check = { at: Date.now(), ready: answers(db) }
    const ready = await check.ready
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}

async function answers(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
