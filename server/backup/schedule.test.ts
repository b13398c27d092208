import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { FastifyBaseLogger } from 'fastify'
import { eventually } from '#testing/pictures.ts'
import { backUpDaily, next } from './schedule.ts'

const ownZone = process.env.TZ
/** Where clocks change at another hour, by half an hour, at midnight, by a whole day, or never. */
const zones = [
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
]

/** Does `work` in a time zone. */
function inZone<Result>(zone: string, work: () => Result): Result {
  process.env.TZ = zone
  try {
    return work()
  } finally {
    if (ownZone === undefined) delete process.env.TZ
    else process.env.TZ = ownZone
  }
}

const clock = (date: Date) => `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
const day = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

test('a backup that failed is tried again after a while, and not only on the next day', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'moviebox-schedule-'))
  const blocked = join(place, 'blocked')
  await writeFile(blocked, '')
  let failed = 0
  const log = { info: () => {}, error: () => failed++ } as unknown as FastifyBaseLogger
  const stop = backUpDaily({ folder: join(blocked, 'backups'), at: '03:30', keep: 1 }, log, 50)
  t.after(async () => {
    stop()
    await rm(place, { recursive: true })
  })
  await eventually(() => failed > 1)
  await rm(blocked)
  await eventually(() => existsSync(join(blocked, 'backups')))
})

describe('a server that starts', () => {
  const hour = 3_600_000

  /** Returns how long a schedule waits at first, in milliseconds, whose last backup is of this age. Without data, a backup fails. */
  async function firstWait(t: TestContext, age: number | undefined, { until = 12 * hour, pause = 50 } = {}): Promise<number> {
    const folder = await mkdtemp(join(tmpdir(), 'moviebox-schedule-'))
    const last = join(folder, 'moviebox-20260101T033000Z.tar')
    if (age !== undefined) {
      await writeFile(last, '')
      await utimes(last, new Date(), new Date(Date.now() - age))
    }
    const { DATA_DIR } = process.env
    Object.assign(process.env, { DATA_DIR: join(folder, 'nothing') })
    const { promise: waits, resolve: wait } = Promise.withResolvers<number>()
    const timers = t.mock.method(globalThis, 'setTimeout', (_: unknown, time: number) => ({ unref: () => wait(time) }))
    const log = { info: () => {}, error: () => {} } as unknown as FastifyBaseLogger
    const stop = backUpDaily({ folder, at: clock(new Date(Date.now() + until)), keep: 1 }, log, pause)
    const first = await waits
    stop()
    timers.mock.restore()
    if (DATA_DIR === undefined) delete process.env.DATA_DIR
    else Object.assign(process.env, { DATA_DIR })
    await rm(folder, { recursive: true })
    return first
  }

  test('makes a backup where there is none of the last day, and otherwise waits for its time', async (t) => {
    const wait = await firstWait(t, 23 * hour)
    assert.ok(wait > 10 * hour && wait <= 13 * hour, `${wait}`)
    for (const age of [25 * hour, undefined]) assert.equal(await firstWait(t, age), 50, `the one that was made has failed: ${age}`)
  })

  test('makes the next one at its time of day, also where that comes before another try of one that failed', async (t) => {
    const wait = await firstWait(t, undefined, { until: hour / 2, pause: 3 * hour })
    assert.ok(wait < 2 * hour, `${wait}`)
  })
})

describe('BACKUP_TIME on the days that the clock changes', () => {
  for (const [what, zone, from, times] of [
    [
      'in the hour that is left out it is an hour later, and the next day on time',
      'Europe/Vienna',
      '2026-03-28T02:30:00+01:00',
      ['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    [
      'in the hour that comes twice it is the first time, once',
      'Europe/Vienna',
      '2026-10-24T02:30:00+02:00',
      ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ],
    [
      'where midnight is left out',
      'America/Santiago',
      '2026-09-05T02:30:00-04:00',
      ['2026-09-06T05:30:00.000Z', '2026-09-07T05:30:00.000Z'],
    ],
  ] as const)
    test(what, () =>
      inZone(zone, () => {
        let now = new Date(from)
        for (const time of times) {
          now = next('02:30', now)
          assert.equal(now.toISOString(), time)
        }
      }),
    )

  test('in any zone, at any time, each day has one, and the clock shows that time unless it was put over it', () => {
    const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    const begins = fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    const property = fc.property(fc.constantFrom(...zones), times, begins, (zone, [hour, minute], begin) =>
      inZone(zone, () => {
        const at = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
        let now = begin
        const days = new Set<string>()
        for (let i = 0; i < 370; i++) {
          const then = next(at, now)
          const hours = (then.getTime() - now.getTime()) / 3_600_000
          // A day that Samoa left out is the longest.
          assert.ok(hours > 0 && hours <= (zone === 'Pacific/Apia' ? 49 : 26), `${now.toISOString()} ${at} ${zone}: ${hours} hours`)
          assert.ok(!days.has(day(then)), `${day(then)} has one already`)
          days.add(day(then))
          if (clock(then) !== at) {
            // No moment of that day shows it.
            const midnight = new Date(then.getFullYear(), then.getMonth(), then.getDate()).getTime()
            for (let minutes = 0; minutes < 26 * 60; minutes++) {
              const moment = new Date(midnight + minutes * 60_000)
              assert.ok(day(moment) !== day(then) || clock(moment) !== at, `${moment.toISOString()} shows ${at}`)
            }
          }
          now = then
        }
      }),
    )
    fc.assert(property, { numRuns: 60 })
  })
})
