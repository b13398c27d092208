import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { Deadline } from '#server/db/deadline.ts'
import { DatabaseUnavailable, isDuplicate, isStorageFull, OutcomeUnknown, SerializationFailure } from '#server/db/errors.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Schema, Transaction } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'

const folder = await mkdtemp(join(tmpdir(), 'moviebox-group-'))
after(() => rm(folder, { recursive: true }))

let files = 0
let db: Kysely<Schema>
let file: string
beforeEach(async () => {
  file = join(folder, `${files++}.sqlite`)
  db = openDatabase({ url: undefined, file })
  await sql`create table films (title text primary key)`.execute(db)
})
afterEach(() => db.destroy())

const insert = (title: string) => sql`insert into films values (${title})`
const add = (title: string) => transact(db, undefined, (trx) => insert(title).execute(trx))
const titles = async () => (await sql<{ title: string }>`select title from films order by title`.execute(db)).rows.map(({ title }) => title)

/** Makes changes queue up in this order behind one that waits for all of them, so that they are stored together. */
async function together(...changes: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const { promise: queued, resolve: goOn } = Promise.withResolvers<void>()
  const outcomes: Promise<unknown>[] = [db.transaction().execute(() => queued)]
  for (const change of changes) {
    await nextTurn()
    outcomes.push(change())
  }
  await nextTurn()
  goOn()
  return (await Promise.allSettled(outcomes)).slice(1)
}

const statuses = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status)

describe('changes that are stored together', () => {
  test('each succeed or fail alone', async () => {
    const fails = (title: string) =>
      transact(db, undefined, async (trx) => {
        await insert(title).execute(trx)
        throw new Error(`${title} is refused`)
      })
    const again = () => db.transaction().execute((trx) => insert('A').execute(trx))
    const outcomes = await together(
      () => add('A'),
      () => fails('B'),
      () => add('C'),
      again,
      () => fails('D'),
      () => add('E'),
    )
    assert.deepEqual(statuses(outcomes), ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled'])
    assert.deepEqual(await titles(), ['A', 'C', 'E'])
  })

  test('fail alone as well where nobody waited for the statement that failed', async () => {
    const posted = (...all: string[]) =>
      db.transaction().execute(async (trx) => {
        for (const title of all) await fireAndForget(trx, insert(title))
      })
    const goesOn = () =>
      db.transaction().execute(async (trx) => {
        await fireAndForget(trx, insert('C'))
        await sql`select 1`.execute(trx).catch(() => {})
        await insert('E').execute(trx)
      })
    const outcomes = await together(
      () => posted('C'),
      () => posted('A', 'B', 'A'),
      goesOn,
      () => posted('C'),
      () => posted('D'),
    )
    assert.deepEqual(statuses(outcomes), ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
    for (const outcome of outcomes) assert.ok(outcome.status === 'fulfilled' || isDuplicate(outcome.reason))
    assert.deepEqual(await titles(), ['C', 'D'])
  })

  test('are stored once, though the last of them fails in a statement that nobody waited for', async () => {
    await sql`create table notes (text text)`.execute(db)
    let runs = 0
    const note = () =>
      transact(db, undefined, async (trx) => {
        runs++
        await fireAndForget(trx, sql`insert into notes values ('A')`)
      })
    const duplicate = () =>
      db.transaction().execute(async (trx) => {
        for (const title of ['B', 'B']) await fireAndForget(trx, insert(title))
      })
    const [noted, refused] = await together(note, duplicate)
    assert.ok(refused?.status === 'rejected' && isDuplicate(refused.reason))
    assert.deepEqual([noted?.status, runs], ['fulfilled', 1])
    using beside = new DatabaseSync(file)
    beside.exec("insert into notes values ('beside')")
    assert.deepEqual(
      beside
        .prepare('select text from notes')
        .all()
        .map((row) => row.text),
      ['A', 'beside'],
    )
    assert.deepEqual(await titles(), [])
  })

  test('share a commit, and nobody sees them before it', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    const first = transact(db, undefined, async (trx) => {
      await insert('A').execute(trx)
      await held
    })
    const others = ['B', 'C', 'D'].map(add)
    let stored = 0
    for (const change of [first, ...others]) void change.then(() => stored++)
    const slow = transact(db, undefined, async (trx) => {
      await insert('E').execute(trx)
      assert.deepEqual([await titles(), stored], [[], 0], 'the ones before wait for this one')
    })
    goOn()
    await Promise.all([first, ...others, slow])
    assert.deepEqual(await titles(), ['A', 'B', 'C', 'D', 'E'])
  })

  test('are all told when storing them fails, and none is there', async () => {
    await sql`create table children (film text references films (title) deferrable initially deferred)`.execute(db)
    // A reference to nothing is found at the end of the whole transaction: its commit fails.
    const orphan = () => transact(db, undefined, (trx) => sql`insert into children values ('nobody')`.execute(trx))
    const outcomes = await together(
      () => add('A'),
      orphan,
      () => add('B'),
    )
    assert.deepEqual(statuses(outcomes), ['rejected', 'rejected', 'rejected'])
    assert.deepEqual(await titles(), [])
    await add('C')
    assert.deepEqual(await titles(), ['C'])
  })

  const ending = () => db.transaction().execute((trx) => sql`insert or rollback into films values ('A')`.execute(trx))

  test('are run again where another one ended the transaction by itself', async () => {
    let runs = 0
    const first = () =>
      transact(db, undefined, async (trx) => {
        runs++
        await insert('A').execute(trx)
      })
    const [kept, ended, next] = await together(first, ending, () => add('B'))
    assert.deepEqual([kept?.status, next?.status], ['fulfilled', 'fulfilled'])
    assert.ok(ended?.status === 'rejected' && isDuplicate(ended.reason))
    assert.deepEqual([await titles(), runs], [['A', 'B'], 2])
  })

  test('don’t draw those that come later into a transaction that has ended', async () => {
    let runs = 0
    const later = () =>
      transact(db, undefined, async (trx) => {
        runs++
        await insert('B').execute(trx)
      })
    const [, , next] = await together(() => add('A'), ending, later)
    assert.deepEqual([next?.status, await titles(), runs], ['fulfilled', ['A', 'B'], 1])
  })

  test('don’t go on after a statement that ended their transaction, although nobody listened to its error', async () => {
    await add('A')
    const deaf = db.transaction().execute(async (trx) => {
      await insert('B').execute(trx)
      await sql`insert or rollback into films values ('A')`.execute(trx).catch(() => {})
    })
    await assert.rejects(deaf, isDuplicate)
    assert.deepEqual(await titles(), ['A'])
  })

  /** Queues so many changes, each of which takes `time`, and answers how many had begun when the first was stored. */
  async function begunAtFirst(count: number, time: number): Promise<number> {
    let begun = 0
    let atFirst = 0
    const slow = (title: string) => () =>
      transact(db, undefined, async (trx) => {
        begun++
        await insert(title).execute(trx)
        if (time > 0) await pause(time)
      }).then(() => {
        atFirst ||= begun
      })
    const outcomes = await together(...Array.from({ length: count }, (_, at) => slow(`${at}`)))
    assert.deepEqual(new Set(statuses(outcomes)), new Set(['fulfilled']))
    return atFirst
  }

  test('are 64 at most: the first of many don’t wait for the last', async () => {
    const begun = await begunAtFirst(120, 0)
    assert.ok(begun < 80, `${begun} had begun`)
  })

  test('wait for each other for a moment only, however slow they are', async () => {
    const begun = await begunAtFirst(8, 40)
    assert.ok(begun < 6, `${begun} had begun`)
  })

  test('and refused, are decided again where what they went by was not stored', async () => {
    const sawA: boolean[] = []
    const decide = async (trx: Transaction) => {
      const { rows } = await sql`select 1 from films where title = 'A'`.execute(trx)
      sawA.push(rows.length > 0)
      if (rows.length > 0) throw new Error('It is there already.')
      await insert('B').execute(trx)
    }
    const onlyWithoutA = () => transact(db, undefined, decide, 'read committed')
    const soon = () => db.transaction().execute((trx) => insert('A').execute(trx))
    const [gone, decided] = await together(soon, onlyWithoutA, ending)
    assert.ok(gone?.status === 'rejected' && gone.reason instanceof SerializationFailure)
    assert.equal(decided?.status, 'fulfilled')
    assert.deepEqual([sawA, await titles()], [[true, false], ['B']])
  })

  test('keep nobody waiting who was refused before them', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    const refused = transact(db, undefined, async (trx) => {
      await sql`select 1`.execute(trx)
      throw new Error('It is refused.')
    })
    const later = transact(db, undefined, async (trx) => {
      await insert('A').execute(trx)
      await held
    })
    await assert.rejects(refused, /It is refused/)
    goOn()
    await later
  })

  test('are not put on the wrong side of a full disk', async () => {
    await db.transaction().execute((trx) => sql`pragma max_page_count = 8`.execute(trx))
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => add(`${i}`.padStart(400, '0'))))
    const kept = new Set(await titles())
    assert.ok(kept.size < 40)
    outcomes.forEach((outcome, i) => {
      assert.equal(kept.has(`${i}`.padStart(400, '0')), outcome.status === 'fulfilled')
      assert.ok(outcome.status === 'fulfilled' || isStorageFull(outcome.reason), `${outcome.status === 'rejected' && outcome.reason}`)
    })
  })
})

describe('a transaction', () => {
  const isThere = async (trx: Transaction, title: string) =>
    (await sql`select 1 from films where title = ${title}`.execute(trx)).rows.length > 0

  test('reads what it has written itself, and what was committed before its turn, also by another process', async () => {
    using beside = new DatabaseSync(file)
    beside.exec("insert into films values ('A')")
    const found = await transact(db, undefined, async (trx) => {
      await fireAndForget(trx, insert('B'))
      return [await isThere(trx, 'A'), await isThere(trx, 'B'), await isThere(trx, 'C')]
    })
    assert.deepEqual(found, [true, true, false])
  })

  test('stores nothing when its deadline passes before the commit', async () => {
    const deadline = new Deadline(60_000)
    const late = transact(db, deadline, async (trx) => {
      await insert('A').execute(trx)
      deadline.pass()
      await fireAndForget(trx, insert('B'))
    })
    await assert.rejects(late, { code: 'timeout' })
    deadline.clear()
    assert.deepEqual(await titles(), [])
  })

  test('refuses what comes after its end, so that it is no part of the next one', async () => {
    let late: Transaction | undefined
    await transact(db, undefined, async (trx) => {
      late = trx
      await insert('A').execute(trx)
    })
    await transact(db, undefined, async (trx) => {
      await insert('B').execute(trx)
      await assert.rejects(insert('C').execute(late!), /committed/)
      await assert.rejects(fireAndForget(late!, insert('C')), /committed/)
    })
    assert.deepEqual(await titles(), ['A', 'B'])
  })
})

describe('when the thread that writes ends', () => {
  const threads: Worker[] = []
  const remember = (thread: Worker) => threads.push(thread)
  process.on('worker', remember)
  after(() => process.off('worker', remember))
  const endThread = () => threads.at(-1)?.terminate()

  test('no change is half stored or left waiting: what is complete is stored by the next one', async () => {
    const halfway = () =>
      transact(db, undefined, async (trx) => {
        await insert('B').execute(trx)
        await endThread()
        await insert('C').execute(trx)
      })
    const [complete, half] = await together(() => add('A'), halfway)
    assert.equal(complete?.status, 'fulfilled')
    assert.ok(half?.status === 'rejected' && half.reason instanceof DatabaseUnavailable)
    assert.deepEqual(await titles(), ['A'])
    await add('D')
    assert.deepEqual(await titles(), ['A', 'D'])
  })

  test('while it stores, it is said that nobody knows the outcome', async () => {
    const beside = new DatabaseSync(file)
    beside.exec('begin immediate')
    const waiting = transact(db, undefined, (trx) => fireAndForget(trx, insert('A')))
    const told = assert.rejects(waiting, OutcomeUnknown)
    await pause(50)
    const ended = endThread()
    beside.close()
    await Promise.all([told, ended])
    await add('B')
    assert.ok((await titles()).includes('B'))
  })

  test('while it stores past the deadline, the outcome is still unknown', async () => {
    const beside = new DatabaseSync(file)
    beside.exec('begin immediate')
    const [limit, deadline] = [1_500, new Deadline(1_500)]
    const waiting = transact(db, deadline, (trx) => fireAndForget(trx, insert('A')))
    const told = assert.rejects(deadline.race(waiting), OutcomeUnknown)
    await pause(limit + 100)
    const ended = endThread()
    beside.close()
    await Promise.all([told, ended])
    assert.equal(deadline.hasPassed, false)
  })
})
