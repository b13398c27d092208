import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayPresets, distinctDayPresets } from './day-presets.ts'

const chips = (day: string) => distinctDayPresets(new Date(`${day}T23:30`)).map(({ name, date }) => `${name} ${date.slice(5)}`)

test('of the days that callers ask for, each stands there once, the soonest first', () => {
  assert.deepEqual(chips('2026-11-25'), ['Today 11-25', 'Tomorrow 11-26', 'Friday 11-27', 'Saturday 11-28', 'Sunday 11-29'])
  assert.deepEqual(chips('2026-11-26'), ['Today 11-26', 'Tomorrow 11-27', 'Saturday 11-28', 'Sunday 11-29'])
  assert.deepEqual(chips('2026-11-27'), ['Today 11-27', 'Tomorrow 11-28', 'Sunday 11-29'])
  assert.deepEqual(chips('2026-11-29'), ['Today 11-29', 'Tomorrow 11-30', 'Friday 12-04', 'Saturday 12-05'])
  assert.deepEqual(chips('2026-12-31'), ['Today 12-31', 'Tomorrow 01-01', 'Saturday 01-02', 'Sunday 01-03'])
})

test('a letter means the same weekday on every day', () => {
  for (let day = 1; day <= 30; day++) {
    const days = dayPresets(new Date(2026, 2, day, 12))
    const weekday = (letter: string) => new Date(`${days.find((each) => each.letter === letter)?.date}T12:00`).getDay()
    assert.deepEqual([...'fsu'].map(weekday), [5, 6, 0])
    assert.equal(new Set(days.map(({ letter }) => letter)).size, days.length)
    for (const { name, letter } of days) assert.ok(name.toLowerCase().includes(letter))
  }
})
