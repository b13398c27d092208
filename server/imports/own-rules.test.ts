import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PromoCode } from '#contract/promo-codes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { importRows, ofFields, outcomesOf } from '#testing/imports.ts'
import { bookingForm, someBooking } from '#testing/some-booking.ts'

/** Imports obey the rules that promo codes and branches have of their own. */

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const post = async <Item>(path: string, body: object): Promise<Item> => {
  const reply = await app.call('POST', path, 'staff', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
const get = async <Item>(path: string): Promise<Item> => (await app.call('GET', path, 'staff')).body
const addBranch = (name: string) =>
  post<{ _id: string }>('/api/branches', { name, address: 'x', googleMapsUrl: 'https://maps.app.goo.gl/x', images: [] })
const code = (id: string | undefined) => get<PromoCode>(`/api/promo-codes/${id}`)
const ofBranches = (branches: string, letters = 'BRANCHES') => ofFields({ code: letters, percentage: '10', branches })

describe('an import of promo codes', () => {
  test('finds a code in other letters, and adds what cells say', async () => {
    const cells = { percentage: '20 %', firstDay: '01.12.2099', weekdays: 'monday\nFriday', mostUses: '1,000', paused: 'ja' }
    const [made] = await importRows(app, 'promoCodes', ofFields({ code: 'summer-20', ...cells }))
    const { percentage, firstDay, lastDay, weekdays, mostUses, paused } = await code(made?._id)
    assert.deepEqual(
      { percentage, firstDay, lastDay, weekdays, mostUses, paused },
      { percentage: 20, firstDay: '2099-12-01', lastDay: '', weekdays: ['Monday', 'Friday'], mostUses: 1_000, paused: true },
    )
    const [same] = await importRows(app, 'promoCodes', ofFields({ code: 'Summer-20', ...cells }))
    assert.equal(same?.outcome, 'unchanged')
    const [emptied] = await importRows(app, 'promoCodes', ofFields({ code: 'SUMMER-20', weekdays: '', mostUses: '', paused: '' }))
    assert.deepEqual(emptied?.fields, { weekdays: [], mostUses: null, paused: false })
    const [wrong] = await importRows(app, 'promoCodes', ofFields({ code: 'SUMMER-20', percentage: '', lastDay: '30.11.2099', paused: '?' }))
    assert.deepEqual(wrong?.errors, { percentage: 'Percentage is required.', paused: 'Paused must be true or false.' })
  })

  test('knows branches by name or id, and names those that there are not', async () => {
    const [east, west] = [await addBranch('Kino Ost'), await addBranch('Kino, West')]
    for (const [cell, ids] of [
      ['Kino Ost\nKino, West', [east._id, west._id]],
      [`${west._id}, ${east._id}`, [west._id, east._id]],
      [`Kino Ost; ${west._id}`, [east._id, west._id]],
      ['Kino, West', [west._id]],
      ['', []],
    ] as [string, string[]][]) {
      const [{ outcome, _id } = { outcome: 'none' }] = await importRows(app, 'promoCodes', ofBranches(cell))
      assert.ok(['new', 'changed'].includes(outcome), cell)
      assert.deepEqual((await code(_id)).branches, ids, cell)
    }
    const [unknown] = await importRows(app, 'promoCodes', ofBranches('Kino Ost; Kino Nord'))
    assert.match(unknown?.errors?.branches ?? '', /^There is no branch called "Kino Nord"\./)
    const [gone] = await importRows(app, 'promoCodes', ofBranches('01900000-0000-7000-8000-000000000000'))
    assert.match(gone?.errors?.branches ?? '', /does not exist/)
    const [many] = await importRows(app, 'promoCodes', ofBranches('Kino Ost;'.repeat(201)))
    assert.equal(many?.errors?.branches, 'Choose at most 200 branches.')
  })

  test('keeps the letters of a code that bookings use, and its uses', async () => {
    const { _id } = await post<PromoCode>('/api/promo-codes', { code: 'USED', percentage: 10 })
    await someBooking(app, { promoCode: 'USED' })
    const [renamed] = await importRows(app, 'promoCodes', ofFields({ _id, code: 'UNUSED' }), { key: '_id' })
    assert.match(renamed?.errors?.code ?? '', /^Bookings use this code/)
    const [changed] = await importRows(app, 'promoCodes', ofFields({ _id, code: 'used', percentage: '15' }), { key: '_id' })
    assert.deepEqual(changed?.fields, { percentage: 15 })
    assert.equal((await code(_id)).uses, 1)
  })

  test('takes no code that another one has', async () => {
    const [one] = [await post<PromoCode>('/api/promo-codes', { code: 'ONE', percentage: 10 })]
    await post('/api/promo-codes', { code: 'TWO', percentage: 10 })
    for (const more of [{ dryRun: true }, {}]) {
      const rows = ofFields(
        { _id: one._id, code: 'two' },
        { _id: '', code: 'Two', percentage: '5' },
        { _id: '', code: 'three', percentage: '5' },
      )
      const outcomes = await importRows(app, 'promoCodes', rows, { key: '_id', ...more })
      assert.deepEqual(outcomesOf(outcomes), ['faulty', 'faulty', 'new'])
      for (const { errors } of outcomes.slice(0, 2)) assert.equal(errors?.code, 'A promo code with this code already exists.')
    }
  })

  test('adds a code once, also where two imports have it', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ fields: { code: `RACE${at}`, percentage: '5' } }))
    const all = await Promise.all(Array.from({ length: 4 }, () => importRows(app, 'promoCodes', rows)))
    assert.deepEqual(all.flatMap(outcomesOf).sort(), [...Array(10).fill('new'), ...Array(30).fill('unchanged')])
  })
})

describe('an import of branches', () => {
  test('renames a branch in its codes and closures, and leaves its bookings alone; a dry run does nothing of it', async () => {
    const { _id } = await addBranch('Harbor')
    const limited = await post<PromoCode>('/api/promo-codes', { code: 'HARBOR', percentage: 10, branches: [_id] })
    const days = { firstDay: '2099-01-01', lastDay: '2099-01-02' }
    const closure = await post<{ _id: string }>('/api/closures', { branchName: 'Harbor', everywhere: false, ...days, reason: 'x' })
    const booking = await post<{ _id: string }>('/api/bookings', bookingForm({ branchName: 'Harbor' }))
    const names = async () => [
      (await code(limited._id)).branchNames[0],
      (await get<{ branchName: string }>(`/api/closures/${closure._id}`)).branchName,
      (await get<{ branchName: string }>(`/api/bookings/${booking._id}`)).branchName,
    ]
    const rows = ofFields({ _id, name: 'Seaside' })
    const [preview] = await importRows(app, 'branches', rows, { key: '_id', dryRun: true })
    assert.deepEqual([preview?.outcome, await names()], ['changed', ['Harbor', 'Harbor', 'Harbor']])
    await importRows(app, 'branches', rows, { key: '_id' })
    assert.deepEqual(await names(), ['Seaside', 'Seaside', 'Harbor'])
  })

  test('has no column that renames bookings', async () => {
    const { status } = await app.call('POST', '/api/branches/imports', 'staff', {
      dryRun: true,
      rows: ofFields({ name: 'Kino Süd', renameBookings: 'yes' }),
    })
    assert.equal(status, 422)
  })
})
