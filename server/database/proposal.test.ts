import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Deadline } from '#server/deadline.ts'
import { Overtaken } from './failures.ts'
import { openDatabase } from './open.ts'
import { found, post } from './prepared.ts'
import type { Schema, Transaction } from './schema.ts'
import { transact } from './transact.ts'

const folder = await mkdtemp(join(tmpdir(), 'moviebox-proposals-'))
after(() => rm(folder, { recursive: true }))

let files = 0
let db: Kysely<Schema>
let file: string
beforeEach(async () => {
  file = join(folder, `${files++}.sqlite`)
  db = openDatabase({ url: undefined, file })
  await sql`create table films (title text primary key check (title <> 'refused'))`.execute(db)
  await sql`create table children (film text references films (title) deferrable initially deferred)`.execute(db)
})
afterEach(() => db.destroy())

const insert = (trx: Transaction, title: string) => post(trx, sql`insert into films values (${title})`.compile(trx))
const add = (...all: string[]) =>
  transact(db, undefined, async (trx) => {
    for (const title of all) await insert(trx, title)
  })
const isThere = async (trx: Transaction, title: string) =>
  (await sql`select 1 from films where title = ${title}`.execute(trx)).rows.length > 0
const titles = async () => (await sql<{ title: string }>`select title from films order by title`.execute(db)).rows.map(({ title }) => title)
/** A change that waits for its turn, and has it while `during` happens. */
const inTurn = (title: string, during: () => unknown = () => {}) =>
  db.transaction().execute(async (trx) => {
    await sql`insert into films values (${title})`.execute(trx)
    await during()
  })
/** Until who has been called has come as far as it can. */
const soon = async () => {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}
const statuses = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status)

describe('of changes that go to the writer as a whole', () => {
  test('one that fails leaves the others', async () => {
    const outcomes = await Promise.allSettled([add('A'), add('B', 'refused'), add('C'), add('D', 'refused'), add('E')])
    assert.deepEqual(statuses(outcomes), ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(await titles(), ['A', 'C', 'E'])
  })

  test('one that fails leaves those that were made step by step, before and after it', async () => {
    const outcomes = await Promise.allSettled([add('A'), inTurn('B'), add('C'), add('D', 'refused'), inTurn('E'), add('F')])
    assert.deepEqual(statuses(outcomes), ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    assert.deepEqual(await titles(), ['A', 'B', 'C', 'E', 'F'])
  })

  /** A reference to nothing is found at the end of the whole transaction: its commit fails. */
  const orphan = () => transact(db, undefined, (trx) => post(trx, sql`insert into children values ('nobody')`.compile(trx)))

  test('all are told when storing them fails, and none is there', async () => {
    const outcomes = await Promise.allSettled([add('A'), orphan(), add('B')])
    assert.deepEqual(statuses(outcomes), ['rejected', 'rejected', 'rejected'])
    assert.deepEqual(await titles(), [])
    await add('C')
    assert.deepEqual(await titles(), ['C'])
  })

  test('one that failed by another that was not stored in the end is made again without it', async () => {
    const unlessA = async (trx: Transaction) => {
      await isThere(trx, 'B')
      await post(trx, sql`insert into films select iif(exists (select 1 from films where title = 'A'), 'refused', 'B')`.compile(trx))
    }
    const outcomes = await Promise.allSettled([add('A'), transact(db, undefined, unlessA), orphan()])
    assert.deepEqual(statuses(outcomes), ['rejected', 'fulfilled', 'rejected'])
    assert.deepEqual(await titles(), ['B'])
  })

  test('all but the one at fault are made again where it ended the transaction by itself', async () => {
    await add('A')
    const ending = db.transaction().execute((trx) => post(trx, sql`insert or rollback into films values ('A')`.compile(trx)))
    const outcomes = await Promise.allSettled([add('B'), ending, add('C')])
    assert.deepEqual(statuses(outcomes), ['fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(await titles(), ['A', 'B', 'C'])
  })
})

describe('a change that is worked out ahead of its turn', () => {
  /** Adds a film by whether 'A' is there, and remembers what it saw. */
  const byWhetherA = (seen: boolean[]) => (trx: Transaction) =>
    isThere(trx, 'A').then((isA) => {
      seen.push(isA)
      return insert(trx, isA ? 'with A' : 'without A')
    })

  test('is made as it is where nothing has changed', async () => {
    const seen: boolean[] = []
    await transact(db, undefined, byWhetherA(seen))
    assert.deepEqual([seen, await titles()], [[false], ['without A']])
  })

  test('is made anew in its turn where a change before it, that nobody has seen yet, has changed what it went by', async () => {
    const seen: boolean[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await inTurn('A', async () => {
      waiting = transact(db, undefined, byWhetherA(seen))
      await soon()
      assert.deepEqual(seen, [false])
    })
    await waiting
    assert.deepEqual(
      [seen, await titles()],
      [
        [false, true],
        ['A', 'with A'],
      ],
    )
  })

  test('and so where another process has', async () => {
    const seen: boolean[] = []
    const beside = new DatabaseSync(file)
    const work = byWhetherA(seen)
    await transact(db, undefined, async (trx) => {
      await work(trx)
      if (seen.length === 1) beside.exec("insert into films values ('A')")
    })
    beside.close()
    assert.deepEqual(
      [seen, await titles()],
      [
        [false, true],
        ['A', 'with A'],
      ],
    )
  })

  test('and goes on in its turn, is made anew as well', async () => {
    const seen: boolean[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    const counts = async (trx: Transaction) => {
      seen.push(await isThere(trx, 'A'))
      const { numAffectedRows } = await sql`insert into films select 'B' where not exists (select 1 from films where title = 'A')`.execute(
        trx,
      )
      return numAffectedRows
    }
    await inTurn('A', async () => {
      waiting = transact(db, undefined, counts)
      await soon()
    })
    assert.equal(await waiting, 0n)
    assert.deepEqual([seen, await titles()], [[false, true], ['A']])
  })

  test('is refused only by what it finds in its turn', async () => {
    const seen: boolean[] = []
    const onlyWithA = async (trx: Transaction) => {
      const isA = await isThere(trx, 'A')
      seen.push(isA)
      if (!isA) throw new Error('There is no A.')
      await insert(trx, 'B')
    }
    let waiting: Promise<unknown> = Promise.resolve()
    await inTurn('A', async () => {
      waiting = transact(db, undefined, onlyWithA)
      await soon()
    })
    await waiting
    assert.deepEqual(
      [seen, await titles()],
      [
        [false, true],
        ['A', 'B'],
      ],
    )
    await sql`delete from films`.execute(db)
    await assert.rejects(transact(db, undefined, onlyWithA), /There is no A/)
  })

  test('reads what it has written itself', async () => {
    const found = await transact(db, undefined, async (trx) => {
      await insert(trx, 'A')
      return [await isThere(trx, 'A'), await isThere(trx, 'B')]
    })
    assert.deepEqual(found, [true, false])
  })

  test('may find much, and is asked about it in its turn', async () => {
    await add(...Array.from({ length: 100 }, (_, i) => `${i}`))
    const found = await transact(db, undefined, async (trx) => (await sql`select title from films`.execute(trx)).rows.length)
    assert.equal(found, 100)
  })

  test('is told of the deadline that passed meanwhile, and of nothing else', async () => {
    const deadline = new Deadline(60_000)
    const late = transact(db, deadline, async (trx) => {
      await isThere(trx, 'A')
      deadline.pass()
      await insert(trx, 'A')
    })
    await assert.rejects(late, { code: 'timeout' })
    deadline.clear()
    assert.deepEqual(await titles(), [])
  })

  test('goes by what was found before it began only as long as that holds', async () => {
    const holds: boolean[] = []
    const called = found((_db, { title }: { title: string }) => sql`select 1 from films where title = ${title}`)
    const before = await called(db, { title: 'A' })
    using beside = new DatabaseSync(file)
    beside.exec("insert into films values ('A')")
    await transact(db, undefined, async (trx) => {
      const isWithout = await before.isFoundIn(trx)
      holds.push(isWithout)
      await insert(trx, isWithout ? 'without A' : 'with A')
    })
    assert.deepEqual(
      [holds, await titles()],
      [
        [true, false],
        ['A', 'with A'],
      ],
    )
  })

  test('is over when it has ended: what comes later is refused, and no part of the next one', async () => {
    let late: Transaction | undefined
    await transact(db, undefined, async (trx) => {
      late = trx
      await insert(trx, 'A')
    })
    await transact(db, undefined, async (trx) => {
      await insert(trx, 'B')
      await assert.rejects(insert(late!, 'C'), /has ended/)
      await assert.rejects(isThere(late!, 'C'), /has ended/)
    })
    assert.deepEqual(await titles(), ['A', 'B'])
  })

  test('is turned away with a name that its callers know', async () => {
    const beside = new DatabaseSync(file)
    const trx = await db.startTransaction().setIsolationLevel('snapshot').execute()
    await isThere(trx, 'A')
    await insert(trx, 'B')
    beside.exec("insert into films values ('A')")
    beside.close()
    await assert.rejects(trx.commit().execute(), Overtaken)
    await trx.rollback().execute()
    assert.deepEqual(await titles(), ['A'])
  })
})
