import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Booking, Caller } from '#contract/bookings.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'
import { bookingsWith } from './callers.ts'

let app: TestApp
let harbour: string
before(async () => {
  app = await testApp()
  harbour = await someBranch(app)
})
after(() => app.close())

const book = (phoneNumber: string, fullName: string, more: object = {}) => someBooking(app, { phoneNumber, fullName, ...more })

async function callersOf(phoneNumber: string): Promise<Caller[]> {
  const { status, body } = await app.call('POST', '/api/bookings/callers', 'staff', { phoneNumber })
  assert.equal(status, 200)
  return (body as { callers: Caller[] }).callers
}

const namesOf = async (phoneNumber: string) => (await callersOf(phoneNumber)).map(({ fullName }) => fullName)

async function found(q: string): Promise<string[]> {
  const { body } = await app.call('GET', `/api/bookings?q=${encodeURIComponent(q)}`, 'staff')
  return (body as { phoneNumber: string }[]).map(({ phoneNumber }) => phoneNumber)
}

test('a number is kept as it was typed and finds its caller, and its booking in the list, in every form', async () => {
  const typed = 'call anna +49 (0)30/123-45'
  await book(typed, 'Anna Lind')
  await book('+49 40 12345', 'Hanna Burg')
  const forms = ['3012345', '030 12345', '03012345', '+49 (0)30/123-45', '+493012345', '0049 30 12345', '0049-30-12345']
  for (const form of [...forms, typed]) assert.deepEqual(await callersOf(form).then(numbers), [typed], form)
  for (const form of [...forms, typed]) assert.deepEqual(await found(form), [typed], form)
  assert.deepEqual((await found('12345')).sort(), ['+49 40 12345', typed])
  assert.deepEqual(await namesOf('12345'), ['Hanna Burg', 'Anna Lind'])
  assert.deepEqual(await namesOf('+43 30 12345'), [])
})

const numbers = (callers: Caller[]) => callers.map(({ phoneNumber }) => phoneNumber)

test('who is stored under the end of a number is found by all of it', async () => {
  await book('77881', 'Short Form')
  for (const form of ['030 1177881', '+49 30 1177881', '77881']) assert.deepEqual(await namesOf(form), ['Short Form'], form)
  assert.deepEqual(await found('77881'), ['77881'])
})

test('nobody is looked for by fewer than five digits, and nobody is found by the beginning of a number', async () => {
  await book('+44 20 7946 0555', 'Ada Byron')
  await book('0555', 'House Phone')
  for (const few of ['0555', '555', '+44 0 0555', '00 0555']) assert.deepEqual(await callersOf(few), [], few)
  assert.deepEqual(await namesOf('60555'), ['Ada Byron'])
  assert.deepEqual(await namesOf('+44 20 7946'), [])
})

test('a caller is told with what they book most, how often, and their latest days', async () => {
  const number = '+44 20 7946 0666'
  const days = ['2026-11-20', '2026-12-04', '2026-11-27', '2026-11-13']
  const made: Booking[] = []
  for (const [at, date] of days.entries())
    made.push(
      await book(number, at === 3 ? 'Jose\u0301  Ortega' : 'JOSÉ ORTEGA', { date, time: at === 1 ? '21:00' : '19:30', status: at % 3 }),
    )
  await app.call('DELETE', `/api/bookings/${(await book(number, 'Deleted Guest'))._id}`, 'staff')
  const other = await book('020 7946 0666', 'Maria Ortega', { time: '17:00' })
  const { _id, date, time, branchName, status } = other
  const [ofMaria, ofJose, ...more] = await callersOf('2079460666')
  assert.deepEqual(more, [])
  assert.deepEqual(ofMaria, {
    fullName: 'Maria Ortega',
    phoneNumber: '020 7946 0666',
    branchName: harbour,
    time: '17:00',
    bookings: 1,
    note: '',
    latest: [{ _id, date, time, branchName, status }],
  })
  const { latest, ...jose } = ofJose!
  assert.deepEqual(jose, { fullName: 'José Ortega', phoneNumber: number, branchName: harbour, time: '19:30', bookings: 4, note: '' })
  assert.deepEqual(
    latest.map((booking) => booking._id),
    [made[1], made[2], made[0]].map((booking) => booking!._id),
  )
})

test('two people of one number stay two where their names look alike to a search', async () => {
  const pairs: [number: string, one: string, other: string][] = [
    ['+91 98 1111 2222', 'मीना', 'मोना'],
    ['+81 90 1111 2222', 'たかき', 'たかぎ'],
    ['+91 98 3333 4444', 'ரமா', 'ராமு'],
  ]
  for (const [number, one, other] of pairs) {
    await book(number, one)
    await book(number, other)
    assert.deepEqual(await namesOf(number), [other, one])
  }
})

test('the usual branch is told by the name that it has now, and not at all where it is gone', async () => {
  const branch = { name: 'Old Pier', address: '2 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/pier', images: [] }
  const { _id }: { _id: string } = (await app.call('POST', '/api/branches', 'staff', branch)).body
  await book('+44 20 7946 0777', 'Ada Byron', { branchName: 'Old Pier', date: '2020-01-01' })
  const branchOf = async () => (await callersOf('79460777'))[0]?.branchName
  await app.call('PUT', `/api/branches/${_id}`, 'staff', { ...branch, name: 'New Pier' })
  assert.equal(await branchOf(), 'New Pier')
  await app.call('DELETE', `/api/branches/${_id}`, 'staff')
  assert.equal(await branchOf(), '')
})

test('of a number that many share, only the last five callers are told', async () => {
  for (let at = 1; at <= 7; at++) await book('+44 20 7946 0888', `Pupil ${at}`)
  assert.deepEqual(await namesOf('60888'), ['Pupil 7', 'Pupil 6', 'Pupil 5', 'Pupil 4', 'Pupil 3'])
})

test('asking takes staff, and a number that can be stored', async () => {
  const statusOf = async (as: 'nobody' | 'staff', body: object) => (await app.call('POST', '/api/bookings/callers', as, body)).status
  assert.equal(await statusOf('nobody', { phoneNumber: '3012345' }), 401)
  for (const phoneNumber of [undefined, '', 'anna', '1'.repeat(41), 3012345]) assert.equal(await statusOf('staff', { phoneNumber }), 422)
})

test('the bookings of a number are found by the index of words, on both databases, and not by reading all of them', async () => {
  const { sql: text, parameters } = bookingsWith(app.db, ['12345']).compile()
  const onPostgres = isPostgres(app.db)
  const plan = await app.db.transaction().execute(async (trx) => {
    // PostgreSQL scans a nearly empty table in any case; the test checks that an index can be used instead.
    if (onPostgres) await sql`select set_config('enable_seqscan', 'off', true)`.execute(trx)
    const explain = onPostgres ? 'explain' : 'explain query plan'
    const { rows } = await trx.executeQuery<Record<string, unknown>>({ ...sql.raw(`${explain} ${text}`).compile(trx), parameters })
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
  })
  assert.match(plan, onPostgres ? /Index Scan on bookings_tokens/ : /SEARCH bookings USING INDEX bookings_search/)
  assert.doesNotMatch(plan, /Seq Scan on bookings|SCAN bookings\b(?!_)/)
})
