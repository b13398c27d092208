import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CodeVersion, mostPaused, type PromoCode } from '#contract/promo-codes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Reply = { status: number; body: { changed: CodeVersion[]; left: number; fields: Record<string, string> } }

const make = (prefix: string, count: number) => app.call('POST', '/api/promo-codes/campaigns', 'staff', { prefix, count, percentage: 20 })
const pause = (campaign: string, more: object = {}, key?: string): Promise<Reply> =>
  app.call(
    'POST',
    '/api/promo-codes/campaigns/pausing',
    'staff',
    { campaign, paused: true, ...more },
    key ? { 'idempotency-key': key } : {},
  )
const codes = async (campaign: string): Promise<PromoCode[]> =>
  (await app.call('GET', `/api/promo-codes?campaign=${campaign}`, 'staff')).body
const pausedOf = async (campaign: string) => (await codes(campaign)).filter(({ paused }) => paused).length
const change = (code: PromoCode | undefined, more: object) =>
  app.call('PUT', `/api/promo-codes/${code?._id}`, 'staff', { ...code, ...more })

test('a campaign is paused in steps, told how many are left, and no other code with it', async () => {
  await make('STEPS', mostPaused + 3)
  await make('OTHERS', 2)
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'STEPS-OPEN', percentage: 5 })
  const first = await pause('STEPS')
  assert.deepEqual([first.status, first.body.changed.length, first.body.left], [200, mostPaused, 3])
  const second = await pause('steps')
  assert.deepEqual([second.body.changed.length, second.body.left], [3, 0])
  assert.deepEqual((await pause('STEPS')).body, { changed: [], left: 0 })
  assert.deepEqual([await pausedOf('STEPS'), await pausedOf('OTHERS')], [mostPaused + 3, 0])
  const { body: open }: { body: PromoCode[] } = await app.call('GET', '/api/promo-codes?q=STEPS-OPEN', 'staff')
  assert.deepEqual(
    open.map(({ paused }) => paused),
    [false],
  )
})

test('it is started again as far as it was paused by that, and not what somebody has changed since', async () => {
  await make('BACK', 4)
  const [before, touched] = await codes('BACK')
  await change(before, { paused: true })
  const { changed } = (await pause('BACK')).body
  assert.equal(changed.length, 3)
  const current = (await codes('BACK')).find(({ _id }) => _id === touched?._id)
  await change(current, { percentage: 30 })
  const back = await pause('BACK', { paused: false, only: changed })
  assert.deepEqual([back.body.changed.length, back.body.left], [2, 0])
  assert.equal(await pausedOf('BACK'), 2)
  assert.deepEqual((await pause('BACK', { paused: false, only: [] })).body, { changed: [], left: 0 })
})

test('its used codes are paused too, and stay so when a booking gives its use back; its deleted ones are left alone', async () => {
  await make('USED', 2)
  const [used, deleted] = await codes('USED')
  await app.call('DELETE', `/api/promo-codes/${deleted?._id}`, 'staff')
  const guest = { branchName: await someBranch(app), date: '2026-11-27', time: '19:30', fullName: 'Ada', phoneNumber: '1' }
  const { body: booking }: { body: { _id: string } } = await app.call('POST', '/api/bookings', 'staff', { ...guest, promoCode: used?.code })
  assert.equal((await codes('USED'))[0]?.uses, 1)
  assert.deepEqual((await pause('USED')).body, { changed: [{ _id: used?._id, version: 2 }], left: 0 })
  await app.call('PUT', `/api/bookings/${booking._id}`, 'staff', guest)
  const [{ uses, paused } = {}] = await codes('USED')
  assert.deepEqual([uses, paused], [0, true])
})

test('each code gets a version of its own, which its history tells', async () => {
  await make('TOLD', 1)
  const { changed } = (await pause('TOLD')).body
  const [code] = await codes('TOLD')
  assert.deepEqual(changed, [{ _id: code?._id, version: 2 }])
  const history: { body: { version: number; record: PromoCode }[] } = await app.call(
    'GET',
    `/api/promo-codes/${code?._id}/history`,
    'staff',
  )
  assert.deepEqual(
    history.body.map(({ version, record }) => [version, record.paused]),
    [
      [2, true],
      [1, false],
    ],
  )
})

test('a step happens once, however often it is sent, and two who take them at once share them', async () => {
  await make('TWICE', mostPaused + 10)
  const [one, again] = [await pause('TWICE', {}, 'a step'), await pause('TWICE', {}, 'a step')]
  assert.deepEqual(again.body, one.body)
  assert.equal(await pausedOf('TWICE'), mostPaused)
  await make('SHARED', mostPaused + 10)
  const replies = await Promise.all([pause('SHARED'), pause('SHARED')])
  const ids = replies.flatMap(({ body }) => body.changed.map(({ _id }) => _id))
  assert.equal(new Set(ids).size, ids.length)
})

test('what names no campaign is refused: those that were made one by one have none', async () => {
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'ALONE', percentage: 5 })
  for (const [more, field] of [
    [{ campaign: '' }, 'campaign'],
    [{ campaign: undefined }, 'campaign'],
    [{ paused: 'yes' }, 'paused'],
    [{ only: [{ _id: '01890000-0000-7000-8000-000000000000', version: 2 ** 31 }] }, 'only.0.version'],
    [{ only: Array(mostPaused + 1).fill({ _id: '01890000-0000-7000-8000-000000000000', version: 1 }) }, 'only'],
  ] as const) {
    const { status, body } = await pause('ANY', more)
    assert.deepEqual([status, Object.keys(body.fields)], [422, [field]], JSON.stringify(more).slice(0, 80))
  }
  const { body: alone }: { body: PromoCode[] } = await app.call('GET', '/api/promo-codes?q=ALONE', 'staff')
  assert.equal(alone[0]?.paused, false)
})
