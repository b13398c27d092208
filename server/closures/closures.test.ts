import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import type { Branch } from '#contract/branches.ts'
import { type BranchClosure, type Closure, type ComingClosure, closureAt } from '#contract/closures.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { transact } from '#server/db/transaction.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'
import { closureRecords } from './records.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())
beforeEach(async () => {
  for (const { _id } of await listed<Closure>('/api/closures')) await app.call('DELETE', `/api/closures/${_id}`, 'staff')
})

const soon = daysAfter(today(), 7)
const form = (more: object = {}) => ({ branchName: 'Harbour', firstDay: soon, lastDay: soon, reason: 'Renovation', ...more })
const post = (more?: object) => app.call('POST', '/api/closures', 'staff', form(more))

async function listed<Item>(path: string): Promise<Item[]> {
  const { status, body } = await app.call('GET', path, 'staff')
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function close(more?: object): Promise<Closure> {
  const { status, body } = await post(more)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

async function branch(name: string): Promise<Branch> {
  const fields = { name, address: '2 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/pier', images: [] }
  return (await app.call('POST', '/api/branches', 'staff', fields)).body
}

async function closuresOf({ _id }: Branch): Promise<BranchClosure[]> {
  const { body }: { body: { closures?: BranchClosure[] } } = await app.call('GET', `/api/branches/${_id}`)
  return body.closures ?? []
}

test('a closure must end after it begins, and not in the past; without a branch it is of all branches, said so', async () => {
  const refused: [object, Record<string, string>][] = [
    [{ lastDay: daysAfter(soon, -1) }, { lastDay: 'The last day must not be before the first day.' }],
    [{ fromTime: '18:00', untilTime: '18:00' }, { untilTime: 'The end must be after the beginning.' }],
    [
      { firstDay: '2020-01-01', lastDay: daysAfter(today(), -1) },
      { lastDay: 'This closure would be over already. Choose a last day from today on.' },
    ],
    [{ branchName: '' }, { branchName: 'Branch is required.' }],
    [{ branchName: 'Nowhere' }, { branchName: 'There is no branch with this name. Choose a branch from the list.' }],
  ]
  for (const [more, fields] of refused) {
    const { status, body }: { status: number; body: { fields: object } } = await post(more)
    assert.deepEqual([status, body.fields], [422, fields])
  }
  const { branchName, everywhere } = await close({ everywhere: true })
  assert.deepEqual([branchName, everywhere], ['', true])
})

test('closures may overlap, and one that is over can still be edited', async () => {
  await close()
  const { _id } = await close({ fromTime: '18:00' })
  await app.db.updateTable('closures').set({ firstDay: '2020-01-01', lastDay: '2020-01-02' }).where('id', '=', _id).execute()
  const past = form({ firstDay: '2020-01-01', lastDay: '2020-01-02', reason: 'Storm' })
  assert.equal((await app.call('PUT', `/api/closures/${_id}`, 'staff', past)).status, 200)
  assert.deepEqual(
    (await listed<Closure>('/api/closures?state=past')).map(({ reason }) => reason),
    ['Storm'],
  )
})

test('a branch tells the public its closures that aren’t over, without a new version', async () => {
  const pier = await branch('Pier')
  const before = await app.call('GET', `/api/branches/${pier._id}`)
  await close({ branchName: 'Pier', lastDay: daysAfter(soon, 2), fromTime: '18:00' })
  await close({ everywhere: true, firstDay: today(), reason: 'Strike' })
  const told = [
    { firstDay: today(), lastDay: soon, fromTime: '', untilTime: '', reason: 'Strike' },
    { firstDay: soon, lastDay: daysAfter(soon, 2), fromTime: '18:00', untilTime: '', reason: 'Renovation' },
  ]
  assert.deepEqual(await closuresOf(pier), told)
  const list: { body: { _id: string; closures: BranchClosure[] }[] } = await app.call('GET', '/api/branches')
  assert.deepEqual(list.body.find(({ _id }) => _id === pier._id)?.closures, told)
  const { status } = await app.call('GET', `/api/branches/${pier._id}`, 'nobody', undefined, { 'if-none-match': before.headers.etag ?? '' })
  assert.equal(status, 200)
})

test('a closure follows its branch to a new name, and is found by it; bookings under the old name are closed too', async () => {
  const old = await branch('Old Mole')
  const { _id } = await close({ branchName: 'Old Mole' })
  await someBooking(app, { branchName: 'Old Mole', date: soon, time: '20:00' })
  const { _id: __, version, createdAt, updatedAt, ...fields } = old
  await app.call('PUT', `/api/branches/${old._id}`, 'staff', { ...fields, name: 'New Mole' })
  assert.deepEqual(
    (await listed<Closure>('/api/closures?q=new%20mole&branchName=New%20Mole')).map((closure) => closure._id),
    [_id],
  )
  assert.equal((await closuresOf(old)).length, 1)
  const [coming] = await listed<ComingClosure>('/api/closures/coming')
  assert.deepEqual(coming?.branchNames, ['New Mole', 'Old Mole'])
  for (const branchName of ['New Mole', 'Old Mole'])
    assert.equal(closureAt([coming!], { branchName, date: soon, time: '20:00' }, '00:00')?._id, _id)
  assert.equal(closureAt([coming!], { branchName: 'Harbour', date: soon, time: '20:00' }, '00:00'), undefined)
  assert.equal((await app.call('POST', `/api/branches/${old._id}/restoration`, 'staff', { version: 1 })).status, 200)
  assert.deepEqual(
    (await listed<Closure>('/api/closures')).map(({ branchName, version }) => [branchName, version]),
    [['Old Mole', 3]],
  )
})

test('a closure that is over or deleted warns nobody, and keeps the name of its branch, with which it can be edited', async () => {
  const quay = await branch('Quay')
  const [past, deleted] = [await close({ branchName: 'Quay' }), await close({ branchName: 'Quay' })]
  const days = { firstDay: daysAfter(today(), -1), lastDay: daysAfter(today(), -1) }
  await app.db.updateTable('closures').set(days).where('id', '=', past._id).execute()
  await app.call('DELETE', `/api/closures/${deleted._id}`, 'staff')
  assert.deepEqual([await closuresOf(quay), await listed('/api/closures/coming')], [[], []])

  const { address, googleMapsUrl, images } = quay
  await app.call('PUT', `/api/branches/${quay._id}`, 'staff', { name: 'New Quay', address, googleMapsUrl, images })
  const [one] = await listed<Closure>('/api/closures')
  const other = (await listed<Closure>('/api/closures?trash=1')).find(({ _id }) => _id === deleted._id)
  assert.deepEqual([one?.branchName, one?.version, other?.branchName, other?.version], ['Quay', 1, 'Quay', 2])
  const edit = form({ ...days, branchName: 'Quay', reason: 'Storm' })
  assert.equal((await app.call('PUT', `/api/closures/${past._id}`, 'staff', edit)).status, 200)
})

test('a branch tells the public its first 20 closures; bookings are warned of the first 500, which a renaming takes along', async () => {
  const mole = await branch('Long Mole')
  const row = { ...form(), branchId: mole._id, branchName: 'Long Mole', everywhere: 0, fromTime: '', untilTime: '' }
  await transact(app.db, undefined, async (trx) => {
    for (const day of Array.from({ length: 501 }, (_, index) => daysAfter(soon, index)))
      await closureRecords.create(trx, { ...row, firstDay: day, lastDay: day }, undefined)
  })
  const told = await closuresOf(mole)
  assert.deepEqual([told.length, told[0]?.firstDay, told.at(-1)?.firstDay], [20, soon, daysAfter(soon, 19)])
  assert.equal((await listed('/api/closures/coming')).length, 500)

  const { address, googleMapsUrl, images } = mole
  const renaming = await app.call('PUT', `/api/branches/${mole._id}`, 'staff', { name: 'Short Mole', address, googleMapsUrl, images })
  assert.equal(renaming.status, 200)
  const kept = await app.db.selectFrom('closures').select('firstDay').where('branchName', '=', 'Long Mole').execute()
  assert.deepEqual(kept, [{ firstDay: daysAfter(soon, 500) }])
  const all = await listed<ComingClosure>('/api/closures/coming')
  assert.ok(all.every(({ branchNames }) => branchNames[0] === 'Short Mole'))
  await app.db.deleteFrom('closures').where('branchId', '=', mole._id).execute()
})

test('the hours of a closure are those of each of its days, the end not included', async () => {
  await close({ fromTime: '18:00', untilTime: '20:00', lastDay: daysAfter(soon, 1) })
  const coming = await listed<ComingClosure>('/api/closures/coming')
  const isClosed = (date: string, time: string) => closureAt(coming, { branchName: 'Harbour', date, time }, '00:00') !== undefined
  for (const date of [soon, daysAfter(soon, 1)]) {
    assert.deepEqual(
      ['17:59', '18:00', '19:59', '20:00', ''].map((time) => isClosed(date, time)),
      [false, true, true, false, false],
    )
  }
  assert.equal(isClosed(daysAfter(soon, 2), '18:00'), false)
})

test('a booking remembers the closure for which it was canceled, until it is not canceled any more or the closure is erased', async () => {
  const { _id: closure } = await close()
  const [one, other] = [await someBooking(app, { date: soon }), await someBooking(app, { date: soon, status: 2 })]
  const change = async (changes: object[]): Promise<{ error?: string; version?: number }[]> =>
    (await app.call('POST', '/api/bookings/changes', 'staff', { changes })).body
  const closureOf = async ({ _id }: Booking) => ((await app.call('GET', `/api/bookings/${_id}`, 'staff')).body as Booking).closure
  await change([{ _id: one._id, version: 1, status: 2, closure }])
  assert.deepEqual([await closureOf(one), await closureOf(other)], [closure, null])
  await change([
    { _id: one._id, version: 2, status: 1, closure },
    { _id: other._id, version: 1, status: 1, closure },
  ])
  assert.deepEqual([await closureOf(one), await closureOf(other)], [null, null])
  await change([{ _id: one._id, version: 3, status: 2, closure }])
  assert.equal(await closureOf(one), closure)
  assert.equal((await app.call('POST', `/api/bookings/${one._id}/restoration`, 'staff', { version: 1 })).status, 200)
  assert.equal(await closureOf(one), null)
  await change([{ _id: one._id, version: 5, status: 2, closure }])
  assert.equal(await closureOf(one), closure)

  await app.call('DELETE', `/api/closures/${closure}`, 'staff')
  const [outcome] = await change([{ _id: other._id, version: 2, status: 2, closure }])
  assert.equal(outcome?.error, 'Closure not found')
  assert.equal(await closureOf(one), closure)
  assert.equal((await app.call('POST', `/api/closures/${closure}/erasure`, 'super user')).status, 204)
  assert.equal(await closureOf(one), null)
})

test('the closures of a branch outlive the branch, and close no other one', async () => {
  const gone = await branch('Gone')
  const { _id } = await close({ branchName: 'Gone' })
  await app.call('DELETE', `/api/branches/${gone._id}`, 'staff')
  assert.equal((await app.call('POST', `/api/branches/${gone._id}/erasure`, 'super user')).status, 204)
  const { branchName, everywhere }: Closure = (await app.call('GET', `/api/closures/${_id}`, 'staff')).body
  assert.deepEqual([branchName, everywhere], ['Gone', false])
  const all: { body: object[] } = await app.call('GET', '/api/branches')
  assert.ok(all.body.length > 0 && all.body.every((branch) => !('closures' in branch)))
})
