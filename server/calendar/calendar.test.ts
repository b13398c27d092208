import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import ICAL from 'ical.js'
import type { Booking } from '#contract/bookings.ts'
import { daysAfter } from '#contract/dates.ts'
import { chainDay } from '#server/db/clock.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
const { TZ } = process.env
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())
afterEach(() => {
  delete process.env.DAY_ENDS_AT
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Downloads a calendar and reads it with a library that isn't the writer's. */
async function calendarAt(path: string) {
  const { status, headers, body }: { status: number; headers: Record<string, unknown>; body: string } = await app.call('GET', path, 'staff')
  assert.equal(status, 200, body)
  assert.match(String(headers['content-type']), /^text\/calendar/)
  const calendar = new ICAL.Component(ICAL.parse(body))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  return { name: String(headers['content-disposition']), text: body, events }
}

const timesOf = ({ startDate, endDate }: ICAL.Event) => [startDate, endDate].map((time) => new Date(time.toUnixTime() * 1000).toISOString())
const book = (more: object) => someBooking(app, { branchName: 'Harbour', date: '2026-11-27', ...more })

describe('the calendar file of a booking', () => {
  for (const [zone, date, time, start] of [
    ['Europe/Vienna', '2026-11-27', '19:30', '2026-11-27T18:30:00.000Z'],
    ['Europe/Vienna', '2026-07-03', '19:30', '2026-07-03T17:30:00.000Z'],
    // Clocks go forward, and back, on these two nights.
    ['Europe/Vienna', '2026-03-29', '01:30', '2026-03-29T00:30:00.000Z'],
    ['Europe/Vienna', '2026-03-29', '03:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Vienna', '2026-10-25', '00:30', '2026-10-24T22:30:00.000Z'],
    ['Europe/Vienna', '2026-10-25', '20:00', '2026-10-25T19:00:00.000Z'],
    ['America/St_Johns', '2027-01-05', '20:00', '2027-01-05T23:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-27', '00:15', '2026-11-26T10:15:00.000Z'],
    ['UTC', '2026-11-27', '19:30', '2026-11-27T19:30:00.000Z'],
  ] as const)
    test(`has the moment of ${date} ${time} in ${zone}, in that time zone`, async () => {
      process.env.TZ = zone
      const { _id } = await book({ date, time })
      const { events, text } = await calendarAt(`/api/bookings/${_id}/calendar`)
      assert.equal(timesOf(events[0]!)[0], start)
      const wall = `${date.replaceAll('-', '')}T${time.replace(':', '')}00`
      assert.ok(text.includes(zone === 'UTC' ? `DTSTART:${wall}Z` : `DTSTART;TZID=${zone}:${wall}`), text)
    })

  test('keeps its UID through changes, whose number counts up, and tells the status', async () => {
    const { _id } = await book({ fullName: 'Jürgen; Weiß, שירה\\', note: 'Secret' })
    const before = await calendarAt(`/api/bookings/${_id}/calendar`)
    assert.match(before.name, /filename="booking-2026-11-27\.ics"/)
    await app.call('POST', '/api/bookings/changes', 'staff', { changes: [{ _id, version: 1, status: 2 }] })
    const after = await calendarAt(`/api/bookings/${_id}/calendar`)
    assert.equal(before.events[0]?.uid, `booking-${_id}@moviebox`)
    assert.equal(after.events[0]?.uid, before.events[0]?.uid)
    const told = ({ events: [event] }: typeof before) => [event?.sequence, event?.component.getFirstPropertyValue('status')]
    assert.deepEqual(
      [told(before), told(after)],
      [
        [0, 'TENTATIVE'],
        [1, 'CANCELLED'],
      ],
    )
    assert.equal(before.events[0]?.summary, 'Jürgen; Weiß, שירה\\, Harbour')
    assert.equal(before.events[0]?.location, 'Harbour')
    assert.match(before.events[0]?.description ?? '', /^Phone: \+44 20 7946 0121\nStatus: Pending$/)
    assert.ok(!before.text.includes('Secret'), 'the note is for staff')
  })

  test('is for staff, as are those of a day and of a closure', async () => {
    const { _id } = await book({})
    for (const path of [`/api/bookings/${_id}/calendar`, '/api/bookings/visits/calendar?date=2026-11-27', `/api/closures/${_id}/calendar`])
      assert.equal((await app.call('GET', path)).status, 401, path)
    assert.equal((await app.call('GET', '/api/bookings/01900000-0000-7000-8000-000000000000/calendar', 'staff')).status, 404)
  })
})

describe('the calendar file of a day', () => {
  test('has its bookings at the branch but those canceled, also those after midnight where the day ends later', async () => {
    process.env.DAY_ENDS_AT = '03:00'
    await someBranch(app, 'Pier')
    const at = (date: string, time: string, more = {}) => someBooking(app, { branchName: 'Pier', date, time, ...more })
    const [day, next] = ['2031-08-08', '2031-08-09']
    const all: Booking[] = [await at(day, '20:00'), await at(next, '00:30')]
    await at(day, '21:00', { status: 2 })
    await at(day, '01:00')
    const { events, name } = await calendarAt(`/api/bookings/visits/calendar?branchName=Pier&date=${day}..${day}`)
    assert.deepEqual(
      events.map(({ uid }) => uid),
      all.map(({ _id }) => `booking-${_id}@moviebox`),
    )
    assert.match(name, /filename="bookings-Pier-2031-08-08-/)
    assert.deepEqual((await calendarAt('/api/bookings/visits/calendar?branchName=Pier&date=2031-01-01')).events, [])
  })

  test('is refused for more than a thousand bookings', async () => {
    await manyBookings(app, 1_001, () => ({ date: '2033-01-01' }))
    const { status, body }: { status: number; body: { error: string } } = await app.call(
      'GET',
      '/api/bookings/visits/calendar?date=2033-01-01',
      'staff',
    )
    assert.deepEqual([status, body.error], [422, 'These are too many bookings for a calendar. Choose a branch or fewer days.'])
  })
})

describe('the calendar file of a closure', () => {
  const close = async (more: object): Promise<string> => {
    const form = {
      branchName: 'Harbour',
      everywhere: false,
      firstDay: '2032-03-27',
      lastDay: '2032-03-30',
      fromTime: '',
      untilTime: '',
      reason: 'Renovation',
    }
    const { status, body } = await app.call('POST', '/api/closures', 'staff', { ...form, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return (body as Booking)._id
  }

  test('has whole days, whose end is the day after the last', async () => {
    for (const zone of ['Europe/Vienna', 'Pacific/Kiritimati', 'Pacific/Midway']) {
      process.env.TZ = zone
      const { events, name, text } = await calendarAt(`/api/closures/${await close({})}/calendar`)
      const [event] = events
      assert.ok(event?.startDate.isDate && event.endDate.isDate)
      assert.deepEqual([event.startDate.toString(), event.endDate.toString()], ['2032-03-27', '2032-03-31'], text)
      assert.deepEqual([event.summary, event.description], ['Harbour closed', 'Renovation'])
      assert.match(name, /filename="closure-2032-03-27\.ics"/)
    }
    const day = daysAfter(chainDay(), 3)
    const { events } = await calendarAt(`/api/closures/${await close({ firstDay: day, lastDay: day, everywhere: true })}/calendar`)
    assert.deepEqual([events[0]?.summary, events[0]?.endDate.toString()], ['All branches closed', daysAfter(day, 1)])
  })

  test('has its hours on each of its days, also when clocks change in between', async () => {
    process.env.TZ = 'Europe/Vienna'
    const { events } = await calendarAt(`/api/closures/${await close({ fromTime: '18:00', untilTime: '20:00' })}/calendar`)
    const iterator = events[0]!.iterator()
    const starts = Array.from({ length: 5 }, () => iterator.next()).map((time) => time && new Date(time.toUnixTime() * 1000).toISOString())
    // Summer time begins on 28 March 2032.
    assert.deepEqual(starts, [
      '2032-03-27T17:00:00.000Z',
      '2032-03-28T16:00:00.000Z',
      '2032-03-29T16:00:00.000Z',
      '2032-03-30T16:00:00.000Z',
      undefined,
    ])
    assert.equal(events[0]?.duration.toSeconds(), 2 * 3_600)
  })

  test('without an end lasts until the chain’s day ends', async () => {
    process.env.TZ = 'Europe/Vienna'
    process.env.DAY_ENDS_AT = '03:00'
    const { events } = await calendarAt(`/api/closures/${await close({ fromTime: '18:00', lastDay: '2032-03-27' })}/calendar`)
    assert.deepEqual(timesOf(events[0]!), ['2032-03-27T17:00:00.000Z', '2032-03-28T01:00:00.000Z'])
  })

  test('of many years is described as quickly as any other', async () => {
    const { events, text } = await calendarAt(`/api/closures/${await close({ lastDay: '2200-12-31', fromTime: '18:00' })}/calendar`)
    assert.equal(events.length, 1)
    assert.ok(text.length < 10_000)
  })
})
