import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { chainDay, chainDayBounds } from './clock.ts'
import { dayEndsAt } from './day-end.ts'

const { TZ } = process.env
afterEach(() => {
  delete process.env.DAY_ENDS_AT
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Returns the chain's day at a moment in UTC, checked against its bounds. */
function dayAt(moment: string): string {
  const now = Date.parse(moment)
  const { begin, end } = chainDayBounds(now)
  assert.ok(begin <= now && now < end, `${moment} is not between ${new Date(begin).toISOString()} and ${new Date(end).toISOString()}`)
  const day = chainDay(now)
  assert.equal(chainDay(begin), day)
  assert.equal(chainDay(end - 1), day)
  assert.notEqual(chainDay(end), day)
  return day
}

describe('the chain’s day', () => {
  for (const [zone, endsAt, moment, day] of [
    ['Europe/Vienna', undefined, '2026-11-27T23:00Z', '2026-11-28'],
    ['Europe/Vienna', '03:00', '2026-11-27T23:00Z', '2026-11-27'],
    ['Europe/Vienna', '03:00', '2026-11-28T01:59Z', '2026-11-27'],
    ['Europe/Vienna', '03:00', '2026-11-28T02:00Z', '2026-11-28'],
    // On the last Sunday of March, 02:00 is followed by 03:00.
    ['Europe/Vienna', '03:00', '2026-03-29T00:59Z', '2026-03-28'],
    ['Europe/Vienna', '03:00', '2026-03-29T01:00Z', '2026-03-29'],
    ['Europe/Vienna', '06:00', '2026-03-29T03:59Z', '2026-03-28'],
    ['Europe/Vienna', '06:00', '2026-03-29T04:00Z', '2026-03-29'],
    // On the last Sunday of October, 03:00 is followed by 02:00. The day begins once.
    ['Europe/Vienna', '02:30', '2026-10-25T00:29Z', '2026-10-24'],
    ['Europe/Vienna', '02:30', '2026-10-25T00:30Z', '2026-10-25'],
    ['Europe/Vienna', '02:30', '2026-10-25T01:15Z', '2026-10-25'],
    ['Europe/Vienna', '03:00', '2026-10-25T01:59Z', '2026-10-24'],
    ['Europe/Vienna', '03:00', '2026-10-25T02:00Z', '2026-10-25'],
    ['Pacific/Kiritimati', '04:00', '2026-11-27T13:59Z', '2026-11-27'],
    ['Pacific/Kiritimati', '04:00', '2026-11-27T14:00Z', '2026-11-28'],
    ['Pacific/Midway', '04:00', '2026-11-27T14:59Z', '2026-11-26'],
    ['Pacific/Midway', '04:00', '2026-11-27T15:00Z', '2026-11-27'],
    ['America/New_York', '03:00', '2026-12-31T07:59Z', '2026-12-30'],
    ['America/New_York', '03:00', '2027-01-01T07:59Z', '2026-12-31'],
    // A day that begins at 01:00, because clocks skip midnight.
    ['Africa/Cairo', undefined, '2026-04-23T22:00Z', '2026-04-24'],
  ] as const)
    test(`at ${moment} in ${zone} is ${day} where days end at ${endsAt ?? 'midnight'}`, () => {
      process.env.TZ = zone
      if (endsAt) process.env.DAY_ENDS_AT = endsAt
      assert.equal(dayAt(moment), day)
    })
})

test('a day ends from midnight to six in the morning', () => {
  for (const [given, expected] of [
    [undefined, '00:00'],
    ['', '00:00'],
    [' 03:00\r\n', '03:00'],
    ['06:00', '06:00'],
    ['05:59', '05:59'],
  ] as const)
    assert.equal(dayEndsAt({ DAY_ENDS_AT: given }), expected)
  for (const wrong of ['06:01', '3:00', '24:00', '03:60', '12:00', 'late', '3'])
    assert.throws(() => dayEndsAt({ DAY_ENDS_AT: wrong }), {
      message: `DAY_ENDS_AT must be a time from 00:00 to 06:00, such as 03:00, not "${wrong}".`,
    })
})
