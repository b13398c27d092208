import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { freshDatabase } from '#testing/app.ts'
import { openDatabase } from './open.ts'
import { standingQuestion } from './postgres.ts'
import type { Database } from './schema.ts'
import type { StandingQuestion } from './standing-question.ts'

/** As many as a server has. */
const connections = 11
/** A question that the test can have wait for its answer: which connection it comes over. */
const text = 'select pg_backend_pid()::text from gate'
/** Longer than an answer is waited for, and a connection kept that nobody asks anything. */
const aWhile = 450

// SQLite is asked in this process.
if (process.env.TEST_DATABASE === 'postgres')
  describe('a question that is asked all the time', () => {
    let db: Database
    let drop: () => Promise<void>
    let question: StandingQuestion
    beforeEach(async () => {
      const fresh = await freshDatabase()
      drop = fresh.drop
      db = openDatabase({ url: fresh.url, file: '' })
      await sql`create table gate as select 1 as open`.execute(db)
      question = standingQuestion(db, text)
    })
    afterEach(async () => {
      question.close()
      await db.destroy()
      await drop()
    })

    /** Over which connections so many statements go that run at the same time. */
    async function inUse(count: number): Promise<Set<string>> {
      const each = async () => (await sql<{ pid: string }>`select pg_backend_pid()::text as pid, pg_sleep(0.3)`.execute(db)).rows[0]!.pid
      return new Set(await Promise.all(Array.from({ length: count }, each)))
    }

    test('is answered over one connection that nobody else is given meanwhile, until nobody asks it any more', async () => {
      const its = await question.ask()
      const others = inUse(connections - 1)
      for (let times = 0; times < 10; times++) {
        assert.equal(await question.ask(), its)
        await pause(50)
      }
      assert.ok(!(await others).has(its))
      await pause(aWhile)
      assert.ok((await inUse(connections)).has(its))
      assert.match(await question.ask(), /^\d+$/)
    })

    test('has no answer where its connection breaks, and then one over another', async () => {
      const its = await question.ask()
      await sql`select pg_terminate_backend(${sql.lit(Number(its))})`.execute(db)
      await assert.rejects(async () => {
        for (let times = 0; times < 20; times++) await question.ask().then(() => pause(5))
      })
      assert.notEqual(await question.ask(), its)
    })

    test('has no answer where that takes long, and leaves the connection over which it may still come', async () => {
      const its = await question.ask()
      const shut = await db.startTransaction().execute()
      await sql`lock table gate in access exclusive mode`.execute(shut)
      const asked = performance.now()
      await assert.rejects(question.ask(), /in time/)
      assert.ok(performance.now() - asked < aWhile)
      await shut.rollback().execute()
      assert.notEqual(await question.ask(), its)
    })

    test('has no answer while all connections are in use, and keeps nobody waiting for one', async () => {
      const others = sql`select pg_sleep(1)`
      const all = Array.from({ length: connections }, () => others.execute(db))
      const asked = performance.now()
      await assert.rejects(question.ask(), /in time/)
      assert.ok(performance.now() - asked < aWhile)
      await Promise.all(all)
      assert.match(await question.ask(), /^\d+$/)
    })

    test('gives its connection back where its database is closed meanwhile', async () => {
      void question.ask().catch(() => {})
      await pause(50)
      const closing = performance.now()
      await db.destroy()
      assert.ok(performance.now() - closing < aWhile)
      db = openDatabase({ url: undefined, file: ':memory:' })
    })
  })
