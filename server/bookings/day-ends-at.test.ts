import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Booking, Visit } from '#contract/bookings.ts'
import { type ComingClosure, isClosedAt } from '#contract/closures.ts'
import { daysAfter } from '#contract/dates.ts'
import { chainDay } from '#server/db/clock.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  // The end of the day is a setting of the whole process, like `TZ`.
  process.env.DAY_ENDS_AT = '03:00'
  app = await testApp()
})
after(async () => {
  await app.close()
  delete process.env.DAY_ENDS_AT
})

/** A Friday, and the Saturday after. */
const [friday, saturday] = ['2031-07-04', '2031-07-05']

const visits = async (query: string): Promise<string[]> => {
  const { status, body, headers } = await app.call('GET', `/api/bookings/visits?${query}`, 'staff')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers['x-total-count'], `${(body as Visit[]).length}`)
  return (body as Visit[]).map(({ date, time, day }) => `${date} ${time} of ${day}`)
}

describe('where the day ends at 03:00', () => {
  const late = [`${friday} 23:00 of ${friday}`, `${saturday} 00:30 of ${friday}`, `${saturday} 02:59 of ${friday}`]
  before(async () => {
    for (const branchName of ['Harbour', 'Other']) {
      await someBranch(app, branchName)
      for (const [date, time] of [
        [friday, '02:59'],
        [friday, '03:00'],
        [friday, '23:00'],
        [saturday, '00:30'],
        [saturday, '02:59'],
        [saturday, '03:00'],
      ])
        await someBooking(app, { branchName, date, time })
    }
  })

  for (const branch of ['branchName=Harbour&', ''])
    test(`a day ${branch ? 'of a branch' : 'of all branches'} has the shows after its midnight, and none of the night before`, async () => {
      const twice = (lines: string[]) => (branch ? lines : lines.flatMap((line) => [line, line]))
      assert.deepEqual(await visits(`${branch}date=${friday}`), twice([`${friday} 03:00 of ${friday}`, ...late]))
      assert.deepEqual(await visits(`${branch}date=${saturday}`), twice([`${saturday} 03:00 of ${saturday}`]))
      assert.deepEqual(await visits(`${branch}date=..2031-07-03`), twice([`${friday} 02:59 of 2031-07-03`]))
      assert.deepEqual(
        await visits(`${branch}date=${friday}..&order=-date`),
        twice([`${friday} 03:00 of ${friday}`, ...late, `${saturday} 03:00 of ${saturday}`]).reverse(),
      )
      assert.deepEqual(
        await visits(`${branch}date=2031-07-03&date=${saturday}`),
        twice([`${friday} 02:59 of 2031-07-03`, `${saturday} 03:00 of ${saturday}`]),
      )
      assert.deepEqual(await visits(`${branch}date=9999-12-31`), [])
    })

  test('pages and files of a day have all of its shows once', async () => {
    const seen: string[] = []
    for (let address = `/api/bookings/visits?date=${friday}&limit=3`; address; ) {
      const { body, headers } = await app.call('GET', address, 'staff')
      seen.push(...(body as Visit[]).map(({ _id }) => _id))
      address = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1] ?? ''
    }
    assert.deepEqual([seen.length, new Set(seen).size], [8, 8])
    const { body } = await app.call('GET', `/api/bookings/visits?date=${friday}`, 'staff', undefined, { accept: 'text/csv' })
    assert.equal(parseCsv(String(body)).length, 1 + 8)
  })

  test('the list and the numbers go by the date of the calendar', async () => {
    const { body }: { body: Booking[] } = await app.call('GET', `/api/bookings?date=${saturday}&branchName=Harbour`, 'staff')
    assert.deepEqual(body.map(({ time }) => time).sort(), ['00:30', '02:59', '03:00'])
    const numbers: { body: { by: string; confirmed: number; pending: number }[] } = await app.call(
      'GET',
      `/api/bookings/numbers?date=${saturday}&branchName=Harbour`,
      'staff',
    )
    assert.equal(numbers.body[0]?.pending, 3)
  })

  test('a code for Fridays is valid until the day ends, and not before it begins', async () => {
    const code = async (code: string, more: object) =>
      assert.equal((await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 10, ...more })).status, 201)
    await code('FRIDAYS', { weekdays: ['Friday'] })
    const discountOf = async (date: string, time: string) => {
      const { status } = await app.call('POST', '/api/validate', 'staff', { code: 'FRIDAYS', date, time })
      const form = { branchName: 'Harbour', date, time, fullName: 'Ada', phoneNumber: '1', promoCode: 'FRIDAYS' }
      const booked = await app.call('POST', '/api/bookings', 'staff', form)
      assert.deepEqual([status, booked.status], booked.status === 201 ? [200, 201] : [422, 422])
      return booked.status === 201
    }
    assert.deepEqual(
      [
        await discountOf(friday, '02:59'),
        await discountOf(friday, '03:00'),
        await discountOf(saturday, '00:30'),
        await discountOf(saturday, '03:00'),
      ],
      [false, true, true, false],
    )
    assert.equal((await app.call('POST', '/api/validate', 'staff', { code: 'FRIDAYS', date: friday })).status, 200)
  })

  test('today, and what is past, goes by the chain’s day', async (t) => {
    // An hour before the day ends.
    const night = new Date(2031, 6, 5, 2, 0)
    t.mock.timers.enable({ apis: ['Date'], now: night })
    assert.equal(chainDay(), friday)
    const { headers } = await app.call('GET', '/api/session', 'staff')
    // The session has ended by then, and its answer still tells the day.
    assert.deepEqual([headers['chain-day'], headers['chain-day-ends-at']], [friday, '03:00'])
    t.mock.timers.setTime(new Date(2031, 6, 5, 3, 0).getTime())
    assert.equal(chainDay(), saturday)
  })

  test('a closure covers the night after its last day, and not that before its first', async () => {
    const day = daysAfter(chainDay(), 10)
    const closed = { firstDay: day, lastDay: day, fromTime: '', untilTime: '' }
    const { status } = await app.call('POST', '/api/closures', 'staff', { ...closed, branchName: 'Harbour', reason: 'Repairs' })
    assert.equal(status, 201)
    const { body }: { body: ComingClosure[] } = await app.call('GET', '/api/closures/coming', 'staff')
    assert.equal(body.length, 1)
    const isClosed = (more: object, date: string, time: string) => isClosedAt({ ...closed, ...more }, { date, time }, '03:00')
    const next = daysAfter(day, 1)
    assert.deepEqual(
      [isClosed({}, day, '02:00'), isClosed({}, day, '03:00'), isClosed({}, next, '00:30'), isClosed({}, next, '03:00')],
      [false, true, true, false],
    )
    assert.deepEqual([isClosed({ fromTime: '18:00' }, next, '00:30'), isClosed({ untilTime: '18:00' }, next, '00:30')], [true, false])
    assert.deepEqual(
      [
        isClosed({ fromTime: '00:00', untilTime: '02:00' }, next, '01:00'),
        isClosed({ fromTime: '00:00', untilTime: '02:00' }, next, '02:00'),
      ],
      [true, false],
    )
    assert.deepEqual([isClosed({}, next, ''), isClosed({}, day, ''), isClosed({ fromTime: '18:00' }, day, '')], [false, true, false])
  })
})
