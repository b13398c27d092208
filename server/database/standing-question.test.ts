import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { freshDatabase } from '#testing/app.ts'
import { openDatabase } from './open.ts'
import { standingQuestion } from './postgres.ts'
import type { Database } from './schema.ts'
import { StandingQuestion } from './standing-question.ts'

/** As many as a server has. */
const connections = 11
/** Longer than an answer is waited for, and a connection kept that nobody asks anything. */
const aWhile = 450
/** Longer than nobody is asked after an answer that came too late. */
const rest = 1_050

const question = {
  /** The connection that it comes over, unless the test has another answer, or none. */
  text: 'select coalesce(word, pg_backend_pid()::text) from answers',
  isDoubtful: (answer: string, last: string | undefined) => last !== undefined && last !== 'doubtful' && answer === 'doubtful',
}

test('a database in this process is asked by other means', async () => {
  await using db = openDatabase({ url: undefined, file: ':memory:' })
  assert.throws(() => standingQuestion(db, question), /Only PostgreSQL/)
})

if (process.env.TEST_DATABASE === 'postgres')
  describe('a question that is asked all the time', () => {
    let db: Database
    let url: string | undefined
    let drop: () => Promise<void>
    let standing: StandingQuestion
    beforeEach(async () => {
      const fresh = await freshDatabase()
      url = fresh.url
      drop = fresh.drop
      db = openDatabase({ url, file: '' })
      await sql`create table answers as select null::text as word`.execute(db)
      standing = standingQuestion(db, question)
    })
    afterEach(async () => {
      standing.close()
      await db.destroy()
      await drop()
    })

    const parts = async () => {
      const [epoch = '', answer = ''] = (await standing.ask()).split(' ')
      return { epoch: Number(epoch), answer }
    }
    const connection = async () => (await parts()).answer
    const answerWith = (word: string | null) => sql`update answers set word = ${word}`.execute(db)

    /** Over which connections so many statements go that run at the same time. */
    async function inUse(count: number): Promise<Set<string>> {
      const each = async () => (await sql<{ pid: string }>`select pg_backend_pid()::text as pid, pg_sleep(0.3)`.execute(db)).rows[0]!.pid
      return new Set(await Promise.all(Array.from({ length: count }, each)))
    }

    test('is answered over one connection that nobody else is given meanwhile, until nobody asks it any more', async () => {
      const its = await connection()
      const others = inUse(connections - 1)
      for (let times = 0; times < 10; times++) {
        assert.equal(await connection(), its)
        await pause(50)
      }
      assert.ok(!(await others).has(its))
      await pause(aWhile)
      assert.ok((await inUse(connections)).has(its))
      assert.match(await connection(), /^\d+$/)
    })

    test('comes over another connection where its own breaks, and counts as one of another server', async () => {
      const { answer: its, epoch } = await parts()
      await inUse(connections - 1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        db,
      )
      let now = { epoch, answer: its }
      // In between it may have no answer.
      for (let times = 0; now.answer === its && times < 100; times++) {
        now = await parts().catch(() => now)
        await pause(5)
      }
      assert.notEqual(now.answer, its)
      assert.equal(now.epoch, epoch + 1)
    })

    test('counts as one of the same server as long as a connection lives that was there before', async () => {
      await inUse(2)
      const { epoch } = await parts()
      await pause(aWhile)
      assert.equal((await parts()).epoch, epoch)
    })

    test('is not asked for a while where an answer comes late, and then over another connection', async () => {
      const its = await connection()
      const shut = await db.startTransaction().execute()
      await sql`lock table answers in access exclusive mode`.execute(shut)
      const asked = performance.now()
      await assert.rejects(standing.ask(), /No answer came in time/)
      assert.ok(performance.now() - asked < aWhile)
      await shut.rollback().execute()
      await assert.rejects(standing.ask(), /too late/)
      await pause(rest)
      assert.notEqual(await connection(), its)
    })

    test('has an end in any moment', async () => {
      const shut = await db.startTransaction().execute()
      await sql`lock table answers in access exclusive mode`.execute(shut)
      const busy = setInterval(() => {}, 3)
      const ends = Array.from({ length: connections - 1 }, async () => {
        const each = standingQuestion(db, question)
        await pause(Math.random() * 50)
        return Promise.race([each.ask().catch(() => 'over'), pause(2 * aWhile, 'hangs')])
      })
      assert.deepEqual(new Set(await Promise.all(ends)), new Set(['over']))
      clearInterval(busy)
      await shut.rollback().execute()
    })

    test('is answered although this process was held up in between', async () => {
      const its = await connection()
      const answer = connection()
      for (const begun = performance.now(); performance.now() - begun < aWhile; );
      assert.equal(await answer, its)
    })

    test('keeps nobody waiting while all connections are in use', async () => {
      const all = Array.from({ length: connections }, () => sql`select pg_sleep(0.8)`.execute(db))
      const asked = performance.now()
      await assert.rejects(standing.ask(), /free in time/)
      assert.ok(performance.now() - asked < aWhile)
      await Promise.all(all)
      await pause(rest)
      assert.match(await connection(), /^\d+$/)
    })

    test('that the server refuses, or has no row for, has no answer, and costs no connection', async () => {
      const its = await connection()
      await sql`alter table answers rename column word to gone`.execute(db)
      for (let times = 0; times < 3; times++) await assert.rejects(standing.ask(), { code: '42703' })
      await sql`alter table answers rename column gone to word`.execute(db)
      assert.equal(await connection(), its)
      await sql`delete from answers`.execute(db)
      for (let times = 0; times < 3; times++) await assert.rejects(standing.ask(), /no row/)
      await sql`insert into answers values (null)`.execute(db)
      assert.equal(await connection(), its)
    })

    test('goes on in one breath where its statement stays with another session, as behind PgBouncer', async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const taken = { client: client as pg.PoolClient, openedAt: 0, isStill: () => true, doubt() {}, release() {} }
      const shared = new StandingQuestion(question, async () => taken)
      const answer = await shared.ask()
      await client.query('deallocate all')
      await assert.rejects(shared.ask(), { code: '26000' })
      for (let times = 0; times < 3; times++) {
        assert.equal(await shared.ask(), answer)
        await client.query('deallocate all')
      }
      await client.end()
    })

    test('whose answer is doubtful leads to other connections, for everybody', async () => {
      const its = await connection()
      const others = await inUse(3)
      await answerWith('doubtful')
      await assert.rejects(standing.ask(), /doubtful/)
      await answerWith(null)
      const now = await inUse(4)
      assert.deepEqual(new Set([...others, its]).intersection(now), new Set())
      await answerWith('doubtful')
      assert.equal(await connection(), 'doubtful', 'as it was before')
      assert.equal(await connection(), 'doubtful')
    })

    test('gives its connection back where its database is closed meanwhile', async () => {
      const asked = standing.ask().catch(() => {})
      const closing = performance.now()
      await db.destroy()
      assert.ok(performance.now() - closing < aWhile)
      await asked
      db = openDatabase({ url: undefined, file: ':memory:' })
    })
  })
