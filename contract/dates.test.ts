import assert from 'node:assert/strict'
import { test } from 'node:test'
import { today } from './dates.ts'

/** The runner starts this file in UTC, at UTC-11 and at UTC+14. */
test(`today is the day of the calendar where it runs (${process.env.TZ ?? 'the machine’s time zone'})`, () => {
  const offset = -new Date('2026-03-01T12:00:00Z').getTimezoneOffset() / 60
  for (const [instant, hours] of [
    ['2026-03-01T00:30:00Z', 0.5],
    ['2026-03-01T12:00:00Z', 12],
    ['2026-03-01T23:30:00Z', 23.5],
  ] as const) {
    const local = hours + offset
    const expected = local < 0 ? '2026-02-28' : local >= 24 ? '2026-03-02' : '2026-03-01'
    assert.equal(today(new Date(instant)), expected, instant)
  }
})

test('the time zone that the runner asked for is in force', () => {
  const offsets: Record<string, number> = { UTC: 0, 'Pacific/Midway': -11, 'Pacific/Kiritimati': 14 }
  const expected = offsets[process.env.TZ ?? '']
  if (expected !== undefined) assert.equal(new Date().getTimezoneOffset(), 0 - expected * 60)
})
