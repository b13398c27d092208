import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { canceled } from '#contract/bookings.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
// These tests try codes that don't exist, which is throttled like guessing.
beforeEach(() => app.db.deleteFrom('attempts').execute())

type Reply<Body> = { status: number; body: Body }
type Refused = { error: string; code: string; fields: Record<string, string>; reason?: string }
type Branch = { _id: string; name: string }
type Code = { _id: string; version: number; code: string; uses: number; weekdays: string[]; branches: string[]; branchNames: string[] }
type Booking = { _id: string; discountPercentage: number }

const [friday, saturday] = ['2026-11-27', '2026-11-28']
let made = 0
const unique = (word: string) => `${word}${++made}`

const branchFields = { address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }
const newBranch = async (name = unique('Branch ')): Promise<Branch> =>
  (await app.call('POST', '/api/branches', 'staff', { name, ...branchFields })).body
const rename = ({ _id }: Branch, name: string) => app.call('PUT', `/api/branches/${_id}`, 'staff', { name, ...branchFields })
const makeCode = (more: object): Promise<Reply<Code & Refused>> =>
  app.call('POST', '/api/promo-codes', 'staff', { code: unique('CODE'), percentage: 20, ...more })
const codeWith = async (more: object): Promise<Code> => {
  const { status, body } = await makeCode(more)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const change = ({ _id, code }: Code, more: object): Promise<Reply<Code & Refused>> =>
  app.call('PUT', `/api/promo-codes/${_id}`, 'staff', { code, percentage: 20, ...more })
const read = async ({ _id }: Code): Promise<Code> => (await app.call('GET', `/api/promo-codes/${_id}`, 'staff')).body

const form = (branchName: string, promoCode: string, date: string, more: object = {}) => ({
  branchName,
  promoCode,
  date,
  time: '19:30',
  fullName: 'Ada Byron',
  phoneNumber: '+44 20 7946 0121',
  ...more,
})
const book = (...given: Parameters<typeof form>): Promise<Reply<Booking & Refused>> =>
  app.call('POST', '/api/bookings', 'staff', form(...given))
const edit = ({ _id }: Booking, ...given: Parameters<typeof form>): Promise<Reply<Booking & Refused>> =>
  app.call('PUT', `/api/bookings/${_id}`, 'staff', form(...given))
const validate = (code: string, more: object = {}): Promise<Reply<{ discountPercentage: number } & Refused>> =>
  app.call('POST', '/api/validate', 'staff', { code, ...more })

const refusal = ({ status, body: { error, reason } }: Reply<Refused>) => [status, error, reason]
const invalid = 'Invalid or expired promo code'

describe('a code that is limited to weekdays', () => {
  test('counts by the date of the booking, and is refused on another with the specified sentence, and the reason beside it', async () => {
    const [{ name }, { code }] = [await newBranch(), await codeWith({ weekdays: ['Tuesday', 'Friday'] })]
    assert.equal((await book(name, code, friday)).body.discountPercentage, 20)
    const refused = await book(name, code, saturday)
    assert.deepEqual(refusal(refused), [422, invalid, 'This code is only valid on Tuesdays and Fridays.'])
    assert.deepEqual(refused.body.fields, { promoCode: invalid })
    assert.deepEqual(refusal(await book(name, code, saturday, { status: canceled })), refusal(refused))
    assert.deepEqual(refusal(await edit((await book(name, '', saturday)).body, name, code, saturday)), refusal(refused))
  })

  test('is stored with its days in the order of the week, each once', async () => {
    const { weekdays } = await codeWith({ weekdays: ['Sunday', 'Monday', 'Sunday'] })
    assert.deepEqual(weekdays, ['Monday', 'Sunday'])
  })
})

test('a code is valid on its first day and on its last', async () => {
  const { code } = await codeWith({ firstDay: today(), lastDay: today() })
  assert.equal((await validate(code)).body.discountPercentage, 20)
  const { code: later } = await codeWith({ firstDay: daysAfter(today(), 1) })
  assert.equal((await validate(later)).status, 422)
})

describe('a code that is limited to branches', () => {
  test('is not valid for a booking whose branch nobody knows, where one for all branches is', async () => {
    const [{ _id, name }, everywhere] = [await newBranch(), await codeWith({})]
    const { code } = await codeWith({ branches: [_id] })
    const { body: booking } = await book(name, '', friday)
    await app.db.updateTable('bookings').set({ branchId: null, branchName: 'Nowhere' }).where('id', '=', booking._id).execute()
    const refused = await edit(booking, 'Nowhere', code, friday)
    assert.deepEqual(refusal(refused), [422, invalid, `This code is only valid at ${name}.`])
    assert.equal((await edit(booking, 'Nowhere', everywhere.code, friday)).status, 200)
  })

  test('is refused elsewhere with the specified sentence, and the reason beside it', async () => {
    const [quay, dock, other] = [await newBranch('Quay'), await newBranch('Dock & Co.'), await newBranch()]
    const { code, branchNames } = await codeWith({ branches: [quay._id, dock._id] })
    assert.deepEqual(branchNames, ['Quay', 'Dock & Co.'])
    assert.equal((await book('Dock & Co.', code, friday)).status, 201)
    assert.deepEqual(refusal(await book(other.name, code, friday)), [422, invalid, 'This code is only valid at Quay and Dock & Co..'])
  })

  test('follows a branch that is renamed, whoever gets its old name', async () => {
    const [branch, other] = [await newBranch(), await newBranch()]
    const promo = await codeWith({ branches: [branch._id, other._id] })
    const renamed = unique('Renamed ')
    await rename(branch, renamed)
    const namesake = await newBranch(branch.name)
    assert.equal((await book(renamed, promo.code, friday)).status, 201)
    const only = `This code is only valid at ${renamed} and ${other.name}.`
    assert.deepEqual(refusal(await book(namesake.name, promo.code, friday)), [422, invalid, only])
    const { branchNames, version } = await read(promo)
    assert.deepEqual([branchNames, version], [[renamed, other.name], 1], 'it is the same version of the code')
    await app.call('POST', `/api/branches/${branch._id}/restoration`, 'staff', { version: 1 })
    assert.deepEqual((await read(promo)).branchNames, [branch.name, other.name], 'also back to an earlier version')
  })

  test('has the new names of branches that are renamed at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const branches = [await newBranch(), await newBranch(), await newBranch()]
      const promo = await codeWith({ branches: branches.map(({ _id }) => _id) })
      const names = branches.map(() => unique('Renamed '))
      const replies = await Promise.all(branches.map((branch, at) => rename(branch, names[at] ?? '')))
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual((await read(promo)).branchNames, names)
    }
  })

  test('stays limited to one that was deleted, also for good, and says what that was called', async () => {
    const [branch, other] = [await newBranch(), await newBranch()]
    const promo = await codeWith({ branches: [branch._id] })
    await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
    for (const isErased of [false, true]) {
      if (isErased) assert.equal((await app.call('POST', `/api/branches/${branch._id}/erasure`, 'super user')).status, 204)
      assert.deepEqual(refusal(await book(other.name, promo.code, friday)), [422, invalid, `This code is only valid at ${branch.name}.`])
      const { status, body } = await change(promo, { percentage: 30, branches: [branch._id, other._id] })
      assert.deepEqual([status, body.branchNames], [200, [branch.name, other.name]], 'it can be edited')
      await change(promo, { branches: [branch._id] })
    }
  })

  test('takes only branches that are there, and tells which one was deleted', async () => {
    const branch = await newBranch()
    await app.call('DELETE', `/api/branches/${branch._id}`, 'staff')
    for (const [id, sentence] of [
      [branch._id, `${branch.name} was deleted. Deselect it, or restore the branch first.`],
      ['01890000-0000-7000-8000-000000000000', 'This branch does not exist. Choose a branch from the list.'],
    ]) {
      const { status, body } = await makeCode({ branches: [(await newBranch())._id, id] })
      assert.deepEqual([status, body.fields], [422, { 'branches.1': sentence }])
    }
  })

  test('gets the branches of an earlier version back, by their names of today or the last that they had', async () => {
    const [lasting, deleted, erased] = [await newBranch(), await newBranch(), await newBranch()]
    const promo = await codeWith({ branches: [lasting, deleted, erased].map(({ _id }) => _id) })
    await change(promo, {})
    const [renamed, renamedLast] = [unique('Renamed '), unique('Renamed ')]
    await rename(lasting, renamed)
    await rename(deleted, renamedLast)
    for (const { _id } of [deleted, erased]) await app.call('DELETE', `/api/branches/${_id}`, 'staff')
    await app.call('POST', `/api/branches/${erased._id}/erasure`, 'super user')
    const { status, body }: Reply<Code> = await app.call('POST', `/api/promo-codes/${promo._id}/restoration`, 'staff', { version: 1 })
    assert.deepEqual([status, body.branches, body.branchNames], [200, promo.branches, [renamed, renamedLast, erased.name]])
  })
})

test('a booking that carries a code keeps its discount wherever and whenever it moves, and its use', async () => {
  const [branch, other] = [await newBranch(), await newBranch()]
  const promo = await codeWith({ weekdays: ['Friday'], branches: [branch._id], mostUses: 1 })
  const { body: booking } = await book(branch.name, promo.code, friday)
  for (const [name, date] of [
    [branch.name, saturday],
    [other.name, friday],
    [other.name, saturday],
  ] as const) {
    const { status, body } = await edit(booking, name, promo.code, date, { status: 1 })
    assert.deepEqual([status, body.discountPercentage, (await read(promo)).uses], [200, 20, 1])
  }
  await edit(booking, other.name, promo.code, saturday, { status: canceled })
  assert.equal((await edit(booking, other.name, promo.code, saturday)).status, 200, 'also when it is taken up again')
})

describe('asked whether a code is valid', () => {
  test('goes by the day and the branch as far as they are told', async () => {
    const [branch, other] = [await newBranch(), await newBranch()]
    const { code } = await codeWith({ weekdays: ['Friday'], branches: [branch._id] })
    const right = [{}, { date: friday }, { branchName: branch.name }, { date: friday, branchName: branch.name }]
    for (const visit of [...right, { branchName: 'Of a booking of long ago' }]) {
      const { status, body } = await validate(code, visit)
      assert.deepEqual([status, body], [200, { discountPercentage: 20 }], JSON.stringify(visit))
    }
    const onFridays = [422, 'Invalid promo code', 'This code is only valid on Fridays.']
    assert.deepEqual(refusal(await validate(code, { date: saturday })), onFridays)
    assert.deepEqual(refusal(await validate(code, { date: saturday, branchName: other.name })), onFridays)
    const refused = await validate(code, { date: friday, branchName: other.name })
    assert.deepEqual(refusal(refused), [422, 'Invalid promo code', `This code is only valid at ${branch.name}.`])
    assert.deepEqual(refused.body.fields, { code: invalid })
  })

  test('refuses what is no day, beside its field', async () => {
    const { status, body } = await validate('ANY', { date: '2026-02-30' })
    assert.deepEqual([status, Object.keys(body.fields)], [422, ['date']])
  })

  test('tells staff why not', async () => {
    const { name } = await newBranch()
    const [once, twice] = [await codeWith({ mostUses: 1 }), await codeWith({ mostUses: 2 })]
    for (const { code } of [once, twice, twice]) assert.equal((await book(name, code, friday)).status, 201)
    const deleted = await codeWith({ paused: true })
    await app.call('DELETE', `/api/promo-codes/${deleted._id}`, 'staff')
    const reasons = [
      [(await codeWith({ lastDay: '2025-11-14', paused: true })).code, 'This code ended on 14 November 2025.'],
      [(await codeWith({ firstDay: '2999-12-03' })).code, 'This code starts on 3 December 2999.'],
      [(await codeWith({ paused: true, weekdays: ['Friday'] })).code, 'This code is paused.'],
      [once.code, 'This code has already been used.'],
      [twice.code, 'This code has been used 2 of 2 times.'],
      ['NEVER-MADE', "This code doesn't exist."],
      [deleted.code, "This code doesn't exist."],
    ] as const
    for (const [code, reason] of reasons) {
      assert.deepEqual(refusal(await validate(code, { date: saturday })), [422, 'Invalid promo code', reason])
      assert.deepEqual(refusal(await book(name, code, saturday)), [422, invalid, reason])
    }
  })

  test('is nobody’s business but the staff’s', async () => {
    const { status, body }: Reply<Refused> = await app.call('POST', '/api/validate', 'nobody', { code: 'NEVER-MADE' })
    assert.deepEqual([status, body.reason], [401, undefined])
  })
})

test('a version from before there were limits comes back without any', async () => {
  const promo = await codeWith({ percentage: 10 })
  const [entry] = await app.db.selectFrom('history').selectAll().where('recordId', '=', promo._id).execute()
  const { weekdays: _, branches: __, branchNames: ___, campaign: ____, ...old } = JSON.parse(entry?.record ?? '')
  await app.db
    .updateTable('history')
    .set({ record: JSON.stringify(old) })
    .where('recordId', '=', promo._id)
    .execute()
  await change(promo, { weekdays: ['Friday'], branches: [(await newBranch())._id] })
  const { status, body }: Reply<Code> = await app.call('POST', `/api/promo-codes/${promo._id}/restoration`, 'staff', { version: 1 })
  assert.deepEqual([status, body.weekdays, body.branches, body.branchNames], [200, [], [], []])
})

test('a table of the codes tells their weekdays and what their branches are called', async () => {
  const branches = [await newBranch('Harbour East'), await newBranch('Dock')]
  const { code } = await codeWith({ weekdays: ['Monday', 'Friday'], branches: branches.map(({ _id }) => _id) })
  const { body } = await app.call('GET', `/api/promo-codes?q=${code}`, 'staff', undefined, { accept: 'text/csv' })
  const [head = [], row = []] = parseCsv(String(body))
  const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]))
  assert.deepEqual([cells.weekdays, cells.branchNames], ['Monday, Friday', 'Harbour East, Dock'])
})
