import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Booking, bookings } from '#contract/bookings.ts'
import type { Wanted } from '#contract/listing.ts'
import { inSnapshot } from '#server/backup/tables.ts'
import { bookingRecords } from '#server/bookings/coming.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

import { countQuery } from './counts.ts'
import { keepPostings } from './make-postings.ts'
import { findPosted } from './postings.ts'
import type { Database } from './schema.ts'
import { transact } from './transact.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  for (const name of branches) await someBranch(app, name)
})
after(() => app.close())

const { signal } = new AbortController()
/** Also of a table that is smaller than is worth it. */
const keep = () => keepPostings(app.db, signal, 1)

const branches = ['Harbour', 'Łódź Harbour']
const names = ['Anna Müller', 'Annabel Munch', 'Ana Ñúñez', 'Łukasz An', 'นภา ใจดี']
const days = ['1999-12-31', '2026-01-31', '2026-02-01', '2026-12-31', '2027-01-01']
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value
const someNumber = () => `+43 660 ${Math.floor(Math.random() * 10_000)}`

const fields = () => ({
  branchName: pick(branches),
  date: pick(days),
  fullName: `${pick(names)} ${pick(names)}`,
  phoneNumber: someNumber(),
  status: pick([0, 1, 2]),
})

const words = ['anna', 'a', 'mu', 'müll', '660', '436', 'harb', 'łódź harbour', 'ใจดี', 'nobody']

function someQuestion() {
  const asked = {
    status: pick([[], ['0'], ['0', '2']]),
    branchName: pick([[], ['Harbour'], branches]),
    date: pick([[], ['2026-02-01..'], ['2026-01-01..2026-12-31', '1999-12-31']]),
  }
  const filters = Object.fromEntries(Object.entries(asked).filter(([, values]) => values.length > 0))
  const wanted: Wanted = { q: pick(words), filters, trash: false, limit: 60, after: undefined, order: '-date' }
  return { table: 'bookings' as const, listing: bookings.list.listing, own: {}, wanted }
}

/** Both are asked of one moment. */
async function compare(db: Database, question = someQuestion()) {
  const [posted, counted] = await inSnapshot(db, async (snapshot) => [
    await findPosted(snapshot, question),
    Number((await countQuery(snapshot, question).execute(snapshot)).rows[0]?.total),
  ])
  assert.equal(posted?.total, counted, JSON.stringify(question.wanted))
}

const all: Booking[] = []
const add = async () => void all.push(await someBooking(app, fields()))
const takeOne = () => all.splice(Math.floor(Math.random() * all.length), 1)[0] as Booking
const change = async () => {
  const { _id } = pick(all)
  assert.equal((await app.call('PUT', `/api/bookings/${_id}`, 'staff', bookingForm(fields()))).status, 200)
}
const remove = async () => {
  const one = takeOne()
  assert.equal((await app.call('DELETE', `/api/bookings/${one._id}`, 'staff')).status, 204)
  return one
}
const removeAndRestore = async () => {
  const one = await remove()
  assert.equal((await app.call('POST', `/api/bookings/${one._id}/restoration`, 'staff')).status, 200)
  all.push(one)
}
const erase = async () => {
  const { _id } = await remove()
  assert.equal((await app.call('POST', `/api/bookings/${_id}/erasure`, 'super user')).status, 204)
}
/** As by its age: it was never in the trash for others. */
const eraseAtOnce = () => {
  const { _id } = takeOne()
  return transact(app.db, undefined, async (trx) => {
    await bookingRecords.remove(trx, await bookingRecords.findVersion(trx, _id, undefined), undefined)
    await bookingRecords.erase(trx, await bookingRecords.findTrashed(trx, _id), undefined)
  })
}

describe('postings', () => {
  before(async () => {
    for (let at = 0; at < 60; at++) await add()
    await keep()
  })

  test('count what the rows say, whatever has changed since, settled or not', async () => {
    for (let round = 0; round < 150; round++) {
      await pick([add, change, change, remove, removeAndRestore, erase, eraseAtOnce])()
      if (all.length < 30) await add()
      if (round % 7 === 0) await keep()
      await compare(app.db)
    }
    await keep()
    for (let round = 0; round < 40; round++) await compare(app.db)
  })
})
