import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { daysAfter, today } from '#contract/dates.ts'
import type { PromoCode } from '#contract/promo-codes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { costOf } from '#testing/cost.ts'
import { parseCsv } from '#testing/csv.ts'
import { stopwatch } from '#testing/linux.ts'
import { derived } from '#testing/model/derived.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Reply = { status: number; body: { campaign: string; made: number; fields: Record<string, string> } }

let named = 0
const make = (body: object, key = `campaign ${++named}`): Promise<Reply> =>
  app.call('POST', '/api/promo-codes/campaigns', 'staff', { percentage: 20, ...body }, { 'idempotency-key': key })
const list = async (query: string): Promise<PromoCode[]> => (await app.call('GET', `/api/promo-codes?${query}`, 'staff')).body
const codesIn = async () => (await app.db.selectFrom('promoCodes').select('id').execute()).length

describe('a campaign', () => {
  test('is as many codes as were asked for, which count once, on its terms, and are found by its prefix', async () => {
    await someBranch(app)
    const [branch]: { _id: string; name: string }[] = (await app.call('GET', '/api/branches', 'staff')).body
    const terms = { percentage: 15, firstDay: '2026-01-01', lastDay: '2999-12-31', weekdays: ['Monday'], branches: [branch?._id] }
    const { status, body } = await make({ prefix: 'summer', count: 30, ...terms })
    assert.deepEqual([status, body], [201, { campaign: 'SUMMER', made: 30 }])
    await app.call('POST', '/api/promo-codes', 'staff', { code: 'SUMMER-OPEN', percentage: 5 })
    const found = await list('campaign=SUMMER')
    assert.equal(found.length, 30)
    for (const { code, mostUses, uses, paused, branchNames, campaign, ...rest } of found) {
      assert.match(code, /^SUMMER-[CDFGHJKMNPQRTVWXY34679]{8}$/)
      assert.deepEqual([mostUses, uses, paused, branchNames, campaign], [1, 0, false, ['Harbour'], 'SUMMER'])
      assert.deepEqual({ ...rest, ...terms }, rest)
    }
    assert.equal((await list('q=summer')).length, 31)
    assert.deepEqual((await app.call('GET', '/api/promo-codes/values/campaign', 'staff')).body, ['SUMMER'])
    const { kept, anew } = await derived(app.db)
    assert.deepEqual(kept, anew)
  })

  test('takes a thousand codes at most, in a moment, and they come as one table', async () => {
    const elapsed = stopwatch()
    const { status, body } = await make({ prefix: 'MANY', count: 1_000 })
    assert.deepEqual([status, body.made], [201, 1_000])
    assert.ok(elapsed() < 6_000, `it took ${elapsed()} ms`)
    const { turn } = await costOf(() => make({ prefix: 'YIELD', count: 1_000 }))
    assert.ok(turn < 50, `others waited for ${turn} ms`)
    const table = await app.call('GET', '/api/promo-codes?campaign=MANY', 'staff', undefined, { accept: 'text/csv' })
    const [head = [], ...rows] = parseCsv(String(table.body))
    assert.equal(new Set(rows.map((row) => row[head.indexOf('code')])).size, 1_000)
    assert.equal(
      (await make({ prefix: 'MANY', count: 1_001 })).body.fields.count,
      'Number of codes must be a whole number from 1 to 1,000.',
    )
  })

  test('is made once, however often somebody clicks', async () => {
    const replies = await Promise.all([1, 2].map(() => make({ prefix: 'TWICE', count: 5 }, 'the same click')))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201],
    )
    assert.equal((await list('campaign=TWICE')).length, 5)
  })

  test('goes on where there are such codes already', async () => {
    for (const count of [2, 3]) await make({ prefix: 'MORE', count })
    assert.equal((await list('campaign=MORE')).length, 5)
  })

  test('keeps its name when one of its codes is edited', async () => {
    await make({ prefix: 'EDIT', count: 1 })
    const [one] = await list('campaign=EDIT')
    await app.call('PUT', `/api/promo-codes/${one?._id}`, 'staff', { ...one, paused: true })
    assert.deepEqual(
      (await list('campaign=EDIT')).map(({ paused }) => paused),
      [true],
    )
  })

  test('is refused as a whole, with a sentence beside the field, and nothing of it is stored', async () => {
    const before = await codesIn()
    const nowhere = '01890000-0000-7000-8000-000000000000'
    for (const [more, field] of [
      [{ prefix: '' }, 'prefix'],
      [{ prefix: 'TWO WORDS' }, 'prefix'],
      [{ prefix: 'X'.repeat(32) }, 'prefix'],
      [{ count: 0 }, 'count'],
      [{ count: 1.5 }, 'count'],
      [{ count: undefined }, 'count'],
      [{ percentage: 101 }, 'percentage'],
      [{ weekdays: ['Someday'] }, 'weekdays.0'],
      [{ branches: [nowhere] }, 'branches.0'],
      [{ firstDay: '2026-02-02', lastDay: '2026-02-01' }, 'lastDay'],
    ] as const) {
      const { status, body } = await make({ prefix: 'WRONG', count: 3, ...more })
      assert.deepEqual([status, Object.keys(body.fields)], [422, [field]], JSON.stringify(more))
    }
    assert.equal(await codesIn(), before)
  })
})

test('a code of a campaign that was used says so', async () => {
  await make({ prefix: 'USED', count: 1 })
  const [one] = await list('campaign=USED')
  const booking = {
    branchName: await someBranch(app),
    date: '2026-11-27',
    time: '19:30',
    fullName: 'Ada',
    phoneNumber: '1',
    promoCode: one?.code,
  }
  assert.equal((await app.call('POST', '/api/bookings', 'staff', booking)).status, 201)
  const { body }: { body: { reason: string } } = await app.call('POST', '/api/bookings', 'staff', booking)
  assert.equal(body.reason, 'This code has already been used.')
})

test('campaigns are counted by the states of their codes, the newest first, and the list tells their codes from single ones', async () => {
  await make({ prefix: 'COUNTED', count: 4, firstDay: '2026-01-01', lastDay: '2999-12-31' })
  const [used, paused, expired, open] = await list('campaign=COUNTED')
  const change = (code: PromoCode | undefined, more: object) =>
    app.call('PUT', `/api/promo-codes/${code?._id}`, 'staff', { ...code, ...more })
  await app.db
    .updateTable('promoCodes')
    .set({ uses: 1 })
    .where('id', '=', used?._id ?? '')
    .execute()
  await change(paused, { paused: true, percentage: 50 })
  await change(expired, { firstDay: '2020-01-01', lastDay: '2020-12-31' })
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'COUNTED-OPEN', percentage: 5 })
  const asked = async (query = '') => (await app.call('GET', `/api/promo-codes/campaigns${query}`, 'staff')).body as object[]
  const counted = {
    campaign: 'COUNTED',
    codes: 4,
    uses: 1,
    leastPercentage: 20,
    mostPercentage: 50,
    firstDay: '2020-01-01',
    lastDay: '2999-12-31',
    weekdays: [],
    branchNames: [],
    active: 1,
    scheduled: 0,
    paused: 1,
    usedUp: 1,
    expired: 1,
  }
  assert.deepEqual(await asked('?campaign=counted'), [counted])
  assert.deepEqual((await asked())[0], counted)
  await change(open, { lastDay: '' })
  await app.call('DELETE', `/api/promo-codes/${expired?._id}`, 'staff')
  assert.deepEqual(await asked('?campaign=COUNTED'), [{ ...counted, codes: 3, expired: 0, firstDay: '2026-01-01', lastDay: '' }])
  assert.deepEqual(await asked('?campaign=NONE'), [])
  assert.ok((await list('type=single')).every(({ campaign }) => campaign === ''))
  assert.ok((await list('type=campaign')).every(({ campaign }) => campaign !== ''))
  assert.equal((await list('type=single&q=counted')).length, 1)
})

test('campaigns are found by their letters, by one of their codes and by a state, and say on which weekdays and where they are valid', async () => {
  const branchName = await someBranch(app)
  const found: { _id: string; name: string }[] = (await app.call('GET', '/api/branches', 'staff')).body
  const branches = [found.find(({ name }) => name === branchName)?._id]
  await make({ prefix: 'FIND-ONE', count: 3, weekdays: ['Friday', 'Monday'], branches })
  await make({ prefix: 'FIND-TWO', count: 2 })
  const [one, other] = await list('campaign=FIND-ONE')
  await app.call('PUT', `/api/promo-codes/${other?._id}`, 'staff', { ...other, weekdays: ['Sunday'], paused: true })
  type Found = { campaign: string; codes: number; weekdays: string[]; branchNames: string[] }
  const asked = async (query: string): Promise<Found[]> => (await app.call('GET', `/api/promo-codes/campaigns?${query}`, 'staff')).body
  const named = async (query: string) => (await asked(query)).map(({ campaign, codes }) => `${campaign} ${codes}`)
  assert.deepEqual(await named('q=find'), ['FIND-TWO 2', 'FIND-ONE 3'])
  assert.deepEqual(await named('q=find-o'), ['FIND-ONE 3'])
  assert.deepEqual(await named(`q=${one?.code.toLowerCase()}`), ['FIND-ONE 3'])
  assert.deepEqual(await named(`q=${one?.code.split('-').at(-1)}`), ['FIND-ONE 3'])
  assert.deepEqual(await named('q=find&state=paused'), ['FIND-ONE 3'])
  assert.deepEqual(await named('campaign=find-one&campaign=find-two'), ['FIND-TWO 2', 'FIND-ONE 3'])
  assert.deepEqual(await named('q=nothing'), [])
  assert.equal((await app.call('GET', `/api/promo-codes/campaigns?q=${'x'.repeat(201)}`, 'staff')).status, 422)
  const [{ weekdays, branchNames } = { weekdays: [], branchNames: [] }] = await asked('q=find-one')
  assert.deepEqual([weekdays, branchNames], [['Monday', 'Friday', 'Sunday'], [branchName]])
  await app.call('PUT', `/api/promo-codes/${other?._id}`, 'staff', { ...other, weekdays: [], branches: [] })
  const [open] = await asked('q=find-one')
  assert.deepEqual([open?.weekdays, open?.branchNames], [[], []], 'a code without limits is valid everywhere')
})

test('a code ends this week while its last day is today or one of the six days after, and it is active', async () => {
  const day = today()
  const last = (code: string, days: number, more: object = {}) =>
    app.call('POST', '/api/promo-codes', 'staff', { code: `ENDING-${code}`, percentage: 5, lastDay: daysAfter(day, days), ...more })
  for (const [code, days] of [
    ['OVER', -1],
    ['TODAY', 0],
    ['SIXTH', 6],
    ['SEVENTH', 7],
  ] as const)
    await last(code, days)
  await last('PAUSED', 0, { paused: true })
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'ENDING-OPEN', percentage: 5 })
  const ending = (await list('q=ending&state=ending')).map(({ code }) => code)
  assert.deepEqual(ending.sort(), ['ENDING-SIXTH', 'ENDING-TODAY'])
})
