import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** How long an answer of the readiness check stands, in milliseconds: asking often must not load the database. */
const fresh = 1_000

/** `/livez`: the process runs. `/readyz`: it can serve, which means that the database answers. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/livez', () => ({ status: 'ok' }))

  let check: Promise<boolean> | undefined
  const forget = () => {
    check = undefined
  }
  app.get('/readyz', async (_request, reply) => {
    // However long the database takes, the next check waits for this one.
    check ??= answers(db).finally(() => setTimeout(forget, fresh).unref())
    const ready = await check
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
