import assert from 'node:assert/strict'
import { test } from 'node:test'
import { today as dayHere } from '#contract/dates.ts'
import { dayEndsAt, noteChain, today } from './chain-day.ts'

const told = (day: string, timeZone: string) => noteChain(new Headers({ 'chain-day': day, 'chain-time-zone': timeZone }))

test('the day is the chain’s, as its server tells it, whatever the clock here says', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
  assert.equal(today(), dayHere(), 'nothing was told yet')
  told('2026-03-11', 'Pacific/Kiritimati')
  assert.equal(today(), '2026-03-11')
  told('2026-03-10', 'Pacific/Midway')
  assert.equal(today(), '2026-03-10')
  mock.timers.setTime(Date.parse('2026-03-11T10:30:00Z'))
  assert.equal(today(), '2026-03-10', 'there it is late in the evening')
})

test('a clock here that is days off is made up for, and goes on from there', ({ mock }) => {
  for (const day of ['2026-03-10', '2026-03-20', '2026-02-28']) {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
    told(day, 'UTC')
    assert.equal(today(), day)
    mock.timers.setTime(Date.parse('2026-03-11T12:00:00Z'))
    assert.equal(Date.parse(today()) - Date.parse(day), 86_400_000)
    noteChain(new Headers({ 'chain-day': day }))
    noteChain(new Headers({ 'chain-time-zone': 'Pacific/Kiritimati' }))
    assert.equal(Date.parse(today()) - Date.parse(day), 86_400_000, 'half of it tells nothing')
    mock.timers.reset()
  }
})

test('around midnight the two may be on different days, which is no clock that is wrong', ({ mock }) => {
  for (const [now, day] of [
    ['2026-03-10T23:52:00Z', '2026-03-11'],
    ['2026-03-11T00:08:00Z', '2026-03-10'],
  ] as const) {
    mock.timers.enable({ apis: ['Date'], now: Date.parse(now) })
    told(day, 'UTC')
    assert.equal(today(), now.slice(0, 10))
    mock.timers.reset()
  }
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-10T23:48:00Z') })
  told('2026-03-11', 'UTC')
  assert.equal(today(), '2026-03-11', 'twelve minutes are too many')
})

test('the day that was told last is known at the next visit, before the server has said anything', async ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
  told('2026-03-20', 'UTC')
  const { href } = new URL('./chain-day.ts?next', import.meta.url)
  const next: { today: () => string } = await import(href)
  assert.equal(next.today(), '2026-03-20')
})

test('a time zone that is unknown here is taken for the one here', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-10T12:00:00Z') })
  told(dayHere(), 'Mars/Olympus')
  assert.equal(today(), dayHere())
})

test('where the chain’s day ends after midnight, it lasts until then, here as there', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-29T00:30:00Z') })
  noteChain(new Headers({ 'chain-day': '2026-03-28', 'chain-time-zone': 'Europe/Vienna', 'chain-day-ends-at': '03:00' }))
  assert.deepEqual([today(), dayEndsAt()], ['2026-03-28', '03:00'])
  // Clocks go from 02:00 to 03:00.
  mock.timers.setTime(Date.parse('2026-03-29T01:00:00Z'))
  assert.equal(today(), '2026-03-29')
  mock.timers.setTime(Date.parse('2026-10-25T01:59:00Z'))
  assert.equal(today(), '2026-10-24')
  mock.timers.setTime(Date.parse('2026-10-25T02:00:00Z'))
  assert.equal(today(), '2026-10-25')
})
