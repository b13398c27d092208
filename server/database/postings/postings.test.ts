import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Booking, bookings } from '#contract/bookings.ts'
import type { Wanted } from '#contract/listing.ts'
import { inSnapshot } from '#server/backup/tables.ts'
import { bookingRecords } from '#server/bookings/coming.ts'
import { countQuery, countRows, countWithEach, findExactly } from '#server/database/counts.ts'
import { conditions } from '#server/database/filters.ts'
import { newId } from '#server/database/ids.ts'
import { listRows, queries } from '#server/database/lists.ts'
import type { Database } from '#server/database/schema.ts'
import { transact } from '#server/database/transact.ts'
import { readPage, usualLimits } from '#server/database/ways.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { addLines } from '#testing/history-lines.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'
import { NotAsWritten } from './changes.ts'
import { findPosted, sizeOf } from './find.ts'
import { keepPostings } from './make.ts'
import { doubtPostings } from './states.ts'
import { wrongPostings } from './verify.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  for (const name of branches) await someBranch(app, name)
})
after(() => app.close())

const { signal } = new AbortController()
/** Also of a table that is smaller than is worth it. */
const keep = () => keepPostings(app.db, signal, 1)

const statuses = ['0', '1', '2']
const branches = ['Harbour', 'Łódź Harbour']
const names = ['Anna Müller', 'Annabel Munch', 'Ana Ñúñez', 'Łukasz An', 'นภา ใจดี']
const days = ['2001-12-31', '2026-01-31', '2026-02-01', '2026-12-31', '2027-01-01']
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value
const someNumber = () => `${pick(['+43 660', '+43 660', '0660', '(0)436'])} ${Math.floor(Math.random() * 10_000)}`

const fields = () => ({
  branchName: pick(branches),
  date: pick(days),
  fullName: `${pick(names)} ${pick(names)}`,
  phoneNumber: someNumber(),
  status: pick([0, 1, 2]),
})

const runs = ['4366', '0660', '6601', '43660', '436601', '3660', '4366012', 'an 4366', '+43 660 12', 'anna 6605']
const words = ['anna', 'a', 'mu', 'müll', '660', '436', 'harb', 'łódź harbour', 'ใจดี', 'nobody', ...runs]

function someQuestion() {
  const asked = {
    status: pick([[], ['0'], ['0', '2']]),
    branchName: pick([[], ['Harbour'], branches]),
    date: pick([[], ['2026-02-01..'], ['2026-01-01..2026-12-31', '2001-12-31']]),
  }
  const filters = Object.fromEntries(Object.entries(asked).filter(([, values]) => values.length > 0))
  const wanted: Wanted = { q: pick(words), filters, trash: false, limit: pick([3, 10, 60]), after: undefined, order: '-date' }
  return { table: 'bookings' as const, listing: bookings.list.listing, own: {}, wanted }
}

/** Nothing is little enough to be collected, so that a page is met on the first days. */
const asOfMany = { ...usualLimits, few: 0, fewPosted: 0 }
const idOf = ({ id }: { id: string }) => id

type OfOneMoment = <Result>(read: (db: Database) => Promise<Result>) => Promise<Result>
const inOneSnapshot: OfOneMoment = (read) => inSnapshot(app.db, read)
/** With what is remembered from one question to the next. */
const whileNobodyWrites: OfOneMoment = (read) => read(app.db)

/** Both ways of one moment. Answers whether there were postings to be asked. */
async function compare(question = someQuestion(), ofOneMoment = inOneSnapshot): Promise<boolean> {
  const { status = statuses, ...filters } = question.wanted.filters
  const ofAll = { ...question, wanted: { ...question.wanted, filters } }
  const where = sql.join(conditions(app.db, question), sql` and `)
  const listed = sql<{ id: string; status: number }>`select id, status from bookings where ${where} order by date desc, time desc, id desc`
  const [found, page, rows, posted, counted, each] = await ofOneMoment(async (snapshot) => [
    await findPosted(snapshot, question),
    (await listRows(snapshot, question, asOfMany)).rows,
    (await listed.execute(snapshot)).rows,
    await countRows(snapshot, question),
    Number((await countQuery(snapshot, question).execute(snapshot)).rows[0]?.total),
    await countWithEach(snapshot, ofAll, 'status', status),
  ])
  const ofStatus = status.map((one) => rows.filter((row) => String(row.status) === one).length)
  assert.deepEqual(page.map(idOf), rows.map(idOf).slice(0, question.wanted.limit), JSON.stringify(question.wanted))
  assert.deepEqual([posted, each], [counted, ofStatus], JSON.stringify(question.wanted))
  return found !== undefined
}

const all: Booking[] = []
const add = async () => void all.push(await someBooking(app, fields()))
const takeOne = (at = Math.floor(Math.random() * all.length)) => all.splice(at, 1)[0] as Booking
const change = async () => {
  const { _id } = pick(all)
  const { status } = await app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm(fields()))
  assert.ok(status === 200 || !all.some((booking) => booking._id === _id), `${status}`)
}
const restore = async (one: Booking) => {
  assert.equal((await app.call('POST', `/api/bookings/${one._id}/restoration`, 'staff')).status, 200)
  all.push(one)
}
const remove = async (at?: number) => {
  const one = takeOne(at)
  assert.equal((await app.call('DELETE', `/api/bookings/${one._id}`, 'staff')).status, 204)
  return one
}
const removeAndRestore = async () => restore(await remove())
const erase = async (at?: number) => {
  const { _id } = await remove(at)
  assert.equal((await app.call('POST', `/api/bookings/${_id}/erasure`, 'super user')).status, 204)
}
/** As by its age: it was never in the trash for others. */
const eraseAtOnce = (at?: number) => {
  const { _id } = takeOne(at)
  return transact(app.db, undefined, async (trx) => {
    await bookingRecords.remove(trx, await bookingRecords.findVersion(trx, _id, undefined), undefined)
    await bookingRecords.erase(trx, await bookingRecords.findTrashed(trx, _id), undefined)
  })
}

const makeAnew = async () => {
  await doubtPostings(app.db, 'bookings')
  await keep()
}

/** Makes them anew; something happens once it is known which lines they follow, and after each page of rows. */
async function makeAnewWhile(happens: Record<'before' | 'between', () => Promise<unknown>>) {
  const moments = new Map<object, keyof typeof happens>()
  const passed = new Set<string>()
  const db = app.db.withPlugin({
    transformQuery({ node, queryId }) {
      const query = app.db.getExecutor().compileQuery(node, queryId).sql
      if (query.startsWith('select id from (')) moments.set(queryId, 'before')
      if (query.startsWith('select * from "bookings"')) moments.set(queryId, 'between')
      return node
    },
    async transformResult({ result, queryId }) {
      const moment = moments.get(queryId)
      if (moment) await happens[moment]()
      if (moment) passed.add(moment)
      return result
    },
  })
  await doubtPostings(app.db, 'bookings')
  await keepPostings(db, signal, 1)
  assert.deepEqual([...passed], ['before', 'between'])
}

const ofWord = (q: string) => ({ ...someQuestion(), wanted: { ...someQuestion().wanted, q, filters: {} } })
const isAnswered = async (limits?: Parameters<typeof findPosted>[2]) => (await findPosted(app.db, ofWord('anna'), limits)) !== undefined
const termsWith = async (word: string) =>
  (await sql<{ term: string }>`select term from postings where term like ${`%${word}%`}`.execute(app.db)).rows.map(({ term }) => term)
/** What is erased while they are made can't be taken out of them: then they are made once more. */
const unlessNotAsWritten = (error: unknown) => {
  if (!(error instanceof NotAsWritten)) throw error
}
const wrong = () => inSnapshot(app.db, wrongPostings)

describe('the postings of bookings', () => {
  before(async () => {
    for (let at = 0; at < 60; at++) await add()
    await keep()
  })
  afterEach(async () => {
    await keep()
    assert.deepEqual(await wrong(), [])
    for (let round = 0; round < 10; round++) assert.ok(await compare())
  })

  test('count what the rows say, whatever has changed since, settled or not', async () => {
    for (let round = 0; round < 60; round++) {
      await pick([add, change, change, remove, removeAndRestore, erase, eraseAtOnce, makeAnew])()
      if (all.length < 30) await add()
      if (round % 7 === 0) await keep()
      for (const ofOneMoment of [whileNobodyWrites, whileNobodyWrites, inOneSnapshot]) assert.ok(await compare(undefined, ofOneMoment))
    }
  })

  for (const [erasing, gone, keepOn] of [
    ['', remove, keep],
    [' and erase', eraseAtOnce, () => keep().catch(unlessNotAsWritten)],
  ] as const) {
    test(`count the same while others write${erasing}, settle and make them anew`, async () => {
      let isOver = false
      const untilOver = async (work: () => Promise<unknown>) => {
        while (!isOver) await work()
      }
      const busy = [add, change, gone, add].map((work) => untilOver(() => work()))
      const keeping = untilOver(async () => {
        await keepOn()
        if (Math.random() < 0.1) await doubtPostings(app.db, 'bookings')
      })
      for (let counted = 0; counted < 25; ) counted += Number(await compare())
      isOver = true
      await Promise.all([...busy, keeping])
      await keepOn()
    })
  }

  test('outlast what is saved, deleted, restored and erased while they are made', async () => {
    const saved = [add, change, change, remove, removeAndRestore]
    const several = async () => {
      for (const work of [...saved, ...saved]) await work()
    }
    for (let round = 0; round < 3; round++) {
      const [trashed, trashedLater] = [await remove(), await remove()]
      await makeAnewWhile({
        async before() {
          await several()
          await restore(trashed)
          await eraseAtOnce()
          await add()
        },
        async between() {
          // The one that was added last, which they don't know.
          await erase(all.length - 1)
          await several()
          if (!all.includes(trashedLater)) await restore(trashedLater)
          await add()
        },
      })
      assert.ok(await compare())
      await keep()
      assert.deepEqual(await wrong(), [])
    }
  })

  test('pass over no change that had a number already and was stored later than others', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { _id } = pick(all)
    const late = transact(app.db, undefined, async (trx) => {
      await bookingRecords.update(trx, await bookingRecords.findVersion(trx, _id, undefined), { fullName: 'Anna Late' }, undefined)
      await released
    })
    await pause(50)
    const [other, keeping] = [add(), pause(100).then(keep)]
    await pause(400)
    release()
    await Promise.all([late, other, keeping])
  })

  test('lead to a whole page from behind any row at once: nobody has to look further', async () => {
    for (let at = 0; at < 10; at++) all.push(await someBooking(app, { ...fields(), date: days[at % 2], fullName: 'Walked Through' }))
    await keep()
    for (const order of ['-date', 'newest']) {
      const question = ofWord('walked')
      const asking = (limit: number, after?: string) => ({ ...question, wanted: { ...question.wanted, order, limit, after } })
      const ids = (await listRows(app.db, asking(60))).rows.map(idOf)
      assert.equal(ids.length, 10)
      const limit = 2
      for (let at = 0, after: string | undefined; at + limit < ids.length; at += limit) {
        const { pages } = queries(app.db, asking(limit, after), asOfMany, await findPosted(app.db, question))
        assert.ok('walks' in pages)
        const [walk] = pages.walks
        const met = (await (await walk?.(ids.length))?.met.execute()) as { id: string }[] | undefined
        assert.deepEqual(met?.map(idOf), ids.slice(at, at + limit + 1))
        after = (await listRows(app.db, asking(limit, after))).next
      }
    }
    all.push(await someBooking(app, { ...fields(), date: '2031-01-01', fullName: 'Walked Ahead' }))
    assert.ok(await compare(ofWord('walked')))
  })

  test('say nothing of a record that was changed since they were asked', async () => {
    const moved = ofWord('moved')
    const question = { ...moved, wanted: { ...moved.wanted, limit: 60 } }
    for (const limits of [usualLimits, asOfMany]) {
      for (let at = 0; at < 4; at++) all.push(await someBooking(app, { ...fields(), fullName: 'Moved Away' }))
      await keep()
      const found = await findPosted(app.db, question)
      const gone = await remove(all.length - 1)
      const rows = await readPage(queries(app.db, question, limits, found).pages, 60, found?.total ?? 0)
      const left = (await listRows(app.db, question)).rows.map(idOf)
      assert.deepEqual((rows as { id: string }[]).map(idOf), left)
      assert.ok(!left.includes(gone._id))
    }
  })

  test('remember what was found, and not what somebody has changed of it since', async () => {
    const those: Booking[] = []
    for (let at = 0; at < 4; at++) those.push(await someBooking(app, { ...fields(), fullName: 'Once Found' }))
    await keep()
    const question = ofWord('once')
    const listed = async () => (await listRows(app.db, { ...question, wanted: { ...question.wanted, limit: 60 } }, asOfMany)).rows.map(idOf)
    for (const { _id } of those) {
      const before = await listed()
      assert.ok(before.includes(_id))
      const renamed = bookingForm({ ...fields(), fullName: 'Later Lost' })
      assert.equal((await app.call('PUT', `/api/bookings/${_id}`, 'staff', renamed)).status, 200)
      assert.deepEqual(
        await listed(),
        before.filter((id) => id !== _id),
      )
    }
    all.push(...those)
  })

  test('ask the rows who has a longer run of digits than they know', async () => {
    for (const phoneNumber of ['+43 660 6001', '+43 660 1606'])
      all.push(await someBooking(app, { ...fields(), phoneNumber, fullName: 'Dig Its' }))
    await keep()
    assert.ok(await compare(ofWord('dig 6606')))
    const { headers, body } = await app.call('GET', '/api/bookings?q=dig+6606', 'staff')
    assert.deepEqual([(body as Booking[]).map((booking) => booking.phoneNumber), headers['x-total-count']], [['+43 660 6001'], '1'])
  })

  test('know who has a longer run of digits near the beginning of a number, and ask the rows of the others alone', async () => {
    const phoneNumbers = ['+43 660 7001', '+43 660 7002', '+43 670 4366', '+43 670 4 3 6 7 366']
    for (const phoneNumber of phoneNumbers) all.push(await someBooking(app, { ...fields(), phoneNumber, fullName: 'Near Beginning' }))
    await keep()
    const question = ofWord('near 4366')
    const found = await findPosted(app.db, question)
    assert.deepEqual([found?.isExact, found?.total, found && sizeOf(found.sure)], [false, 4, 2])
    const exactly = async () => {
      const { isExact, total } = (await findExactly(app.db, question)) ?? {}
      return [isExact, total]
    }
    assert.deepEqual(await exactly(), [true, 3])
    assert.ok(await compare(question))
    // What was asked of the rows is remembered, and not taken for what comes after it.
    all.push(await someBooking(app, { ...fields(), phoneNumber: '+43 680 4366', fullName: 'Near Beginning' }))
    assert.deepEqual(await exactly(), [true, 4])
    await remove(all.length - 2)
    assert.ok(await compare(question))
    assert.ok(await compare(question, whileNobodyWrites))
  })

  test('aren’t asked once a server has settled them that doesn’t know all terms, and are made anew', async () => {
    await add()
    await keep()
    assert.equal(await isAnswered(), true)
    await sql`update posting_states set terms = '2 1'`.execute(app.db)
    assert.equal(await isAnswered(), false)
  })

  test('aren’t asked while they are made, and two who make them get in nobody’s way', async () => {
    await sql`update posting_states set line = 'making'`.execute(app.db)
    assert.equal(await isAnswered(), false)
    const made = await Promise.allSettled([keep(), keep()])
    assert.ok(made.some(({ status }) => status === 'fulfilled'))
  })

  test('aren’t asked where so much isn’t settled, or so much would be read, that others know it sooner', async () => {
    for (let at = 0; at < 3; at++) await add()
    const limits = { lines: 3, postings: 100, told: 10 }
    assert.equal(await isAnswered(limits), true)
    assert.equal(await isAnswered({ ...limits, lines: 2 }), false)
    assert.equal(await isAnswered({ ...limits, postings: 1 }), false)
  })

  test('aren’t asked where the history isn’t the one any more that they were made of, and are made anew', async () => {
    await sql`update posting_states set up_to = up_to - 1 where resource = 'bookings'`.execute(app.db)
    assert.equal(await isAnswered(), false)
  })

  test('forget what a guest was called as soon as the booking is erased, or in the trash for a moment', async () => {
    const name = { fullName: 'Zyxwvut Quetzal' }
    for (const gone of [erase, eraseAtOnce, remove]) {
      all.push(await someBooking(app, { ...fields(), ...name }))
      await keep()
      assert.equal((await termsWith('zyxwvut')).length, 1)
      await gone(all.length - 1)
      if (gone === remove) await keep()
      assert.deepEqual(await termsWith('zyxwvut'), [])
    }
  })

  test('are made anew where a server of the version before has erased what they still have', async () => {
    const { _id: id } = await remove()
    await app.db.updateTable('history').set({ record: '' }).where('recordId', '=', id).execute()
    await app.db.deleteFrom('bookings').where('id', '=', id).execute()
    const line = {
      id: newId(),
      resource: 'bookings',
      recordId: id,
      version: 9,
      action: 'erase' as const,
      record: '',
      byId: null,
      byName: null,
    }
    await addLines(app.db, [{ ...line, at: new Date().toISOString() }])
    assert.ok(await compare())
    await assert.rejects(keep, NotAsWritten)
    assert.equal(await isAnswered(), false)
  })

  test('that lack something, or say too much, are found by whoever verifies, and what was read of them isn’t believed any more', async () => {
    const tamper = {
      an: sql`delete from postings where term = 'ban'`,
      anna: sql`update postings set term = 'wnobody' where term = 'wanna'`,
    }
    for (const [word, change] of Object.entries(tamper)) {
      await change.execute(app.db)
      assert.deepEqual(await wrong(), ['bookings'])
      await findPosted(app.db, ofWord(word))
      await makeAnew()
      assert.ok(await compare(ofWord(word), whileNobodyWrites))
    }
  })
})

test('a small chain, which has none, isn’t asked how far its history goes: on PostgreSQL all who write would wait for that', async () => {
  const asked: string[] = []
  const db = app.db.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(app.db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await sql`delete from posting_states`.execute(app.db)
  await keepPostings(db, signal)
  assert.ok(asked.some((query) => query.includes('posting_states')))
  assert.deepEqual(
    asked.filter((query) => /lock table|max\(/.test(query)),
    [],
  )
})
