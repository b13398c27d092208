import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Kysely, type KyselyPlugin } from 'kysely'
import { healthOf } from '#server/db/health.ts'
import type { Schema } from '#server/db/schema.ts'
import { sqliteDialect } from '#server/db/sqlite/dialect.ts'
import { stopwatch } from '#testing/linux.ts'
import { healthRoutes } from './routes.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-health-'))
})
after(() => rm(folder, { recursive: true, force: true }))

let made = 0
/** A real database whose answers go through `work` first, and how often it was asked. */
function database(work: () => Promise<void>) {
  let asked = 0
  const file = join(folder, `${++made}.sqlite`)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      asked++
      await work()
      return result
    },
  }
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file), plugins: [plugin] })
  return { db, file, asked: () => asked }
}

/** The usual times of a caller who waits for as long as a busy machine takes. */
const patient = { fresh: 1_000, timeLimit: 20_000, longest: 20_000 }

/** The thread that writes starts with the first check, which takes longer on a busy machine. */
async function readyAgain(app: FastifyInstance) {
  for (const end = performance.now() + 20_000; performance.now() < end; await pause(50))
    if ((await app.inject('/readyz')).statusCode === 200) return
  assert.fail('It never got ready.')
}

// Each waits for a limit of its own, so they wait together.
describe('readiness', { concurrency: true }, () => {
  test('a database that is slow is asked once at a time, however often readiness is', async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    const { db, asked } = database(() => slow)
    const app = Fastify()
    healthRoutes(app, db, undefined, { fresh: 100, timeLimit: 20_000, longest: 20_000 })
    await app.ready()
    const statusOf = async (path: string) => (await app.inject(path)).statusCode
    const early = Array.from({ length: 20 }, () => statusOf('/readyz'))
    await pause(600)
    const late = statusOf('/readyz')
    answer()
    assert.deepEqual(new Set(await Promise.all([...early, late])), new Set([200]))
    assert.equal(asked(), 1)
  })

  test('a database that fails makes the server not ready, while it lives', async () => {
    const { db, asked } = database(() => Promise.reject(new Error('gone')))
    const app = Fastify()
    healthRoutes(app, db, undefined, patient)
    assert.equal((await app.inject('/readyz')).statusCode, 503)
    assert.equal((await app.inject('/livez')).statusCode, 200)
    assert.equal(asked(), 1)
  })

  test('a database that is back makes the server ready again after a second', async () => {
    let isGone = true
    const { db } = database(() => (isGone ? Promise.reject(new Error('gone')) : Promise.resolve()))
    const app = Fastify()
    healthRoutes(app, db, undefined, patient)
    assert.equal((await app.inject('/readyz')).statusCode, 503)
    isGone = false
    await pause(1_200)
    assert.equal((await app.inject('/readyz')).statusCode, 200)
  })

  test('a file that another process has locked makes the server not ready until it lets go', async () => {
    const { db, file } = database(async () => {})
    const app = Fastify()
    healthRoutes(app, db, undefined, { fresh: 50, timeLimit: 300, longest: 15_000 })
    await readyAgain(app)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    await pause(200)
    assert.equal((await app.inject('/readyz')).statusCode, 503)
    assert.equal((await app.inject('/livez')).statusCode, 200)
    other.exec('rollback')
    other.close()
    await readyAgain(app)
  })

  test('a database that never answers makes the server not ready in time, and does not block the next check for ever', async () => {
    let silent = false
    const { db, asked } = database(() => (silent ? new Promise(() => {}) : Promise.resolve()))
    const app = Fastify()
    healthRoutes(app, db, undefined, { fresh: 50, timeLimit: 300, longest: 5_000 })
    await readyAgain(app)
    await pause(100)
    silent = true
    const [before, elapsed] = [asked(), stopwatch()]
    assert.equal((await app.inject('/readyz')).statusCode, 503)
    assert.ok(elapsed() < 1_000, 'whoever asks is not kept waiting')
    assert.equal((await app.inject('/readyz')).statusCode, 503)
    assert.equal(asked(), before + 1)
    silent = false
    await pause(5_200)
    await readyAgain(app)
  })
})

test('who is leaving says so at once, also right after a check that went well', async (t) => {
  const { db } = database(async () => {})
  const app = Fastify()
  t.after(() => Promise.all([app.close(), db.destroy()]))
  const leaving = new AbortController()
  healthRoutes(app, db, leaving.signal, patient)
  await readyAgain(app)
  leaving.abort()
  const { statusCode, body } = await app.inject('/readyz')
  assert.deepEqual([statusCode, JSON.parse(body)], [503, { status: 'leaving' }])
  assert.equal((await app.inject('/livez')).statusCode, 200, 'and lives until it has left')
})

test('a write that went well again is enough: the checks after it write nothing', async (t) => {
  const { db } = database(async () => {})
  const app = Fastify()
  t.after(() => Promise.all([app.close(), db.destroy()]))
  healthRoutes(app, db, undefined, patient)
  const health = healthOf(db)
  health.writesFail = true
  await readyAgain(app)
  assert.equal(health.writesFail, false)
})
