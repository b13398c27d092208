import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { FailedAttempt, HttpError } from '#server/errors.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { forgetOldAttempts, guess, guessLightly, type Limits } from './throttle.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
afterEach(() => app.db.deleteFrom('attempts').execute())

const limits = (own: string, shared = 'office'): Limits => ({
  own: [{ key: own, free: 5, longest: 60 }],
  shared: [{ key: shared, free: 50, longest: 60 }],
})

type Outcome = 'right' | 'wrong' | 'broken'
const works: Record<Outcome, () => Promise<string>> = {
  right: async () => 'right',
  wrong: async () => {
    throw new FailedAttempt(401, 'wrong', 'Wrong.')
  },
  broken: async () => {
    throw new HttpError(503, 'busy', 'Busy.')
  },
}

/** What became of a try: 200, the status of the refusal, or the seconds to wait. */
const settled = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'right',
    (error: HttpError) => (error.status === 429 ? Number(error.details.retryAfter) : error.code),
  )
const attempt = (outcome: Outcome, of: Limits) => settled(guess(app.db, of, works[outcome]))
const lightly = (outcome: Outcome, of: Limits) => settled(guessLightly(app.db, of, works[outcome], async () => true))

/** Lets time pass for everything that was counted so far. */
async function pass(seconds: number) {
  await app.db.transaction().execute(async (trx) => {
    for (const { key, lastAt } of await trx.selectFrom('attempts').selectAll().execute()) {
      const earlier = new Date(Date.parse(lastAt) - seconds * 1000).toISOString()
      await trx.updateTable('attempts').set({ lastAt: earlier }).where('key', '=', key).execute()
    }
  })
}

/** How long the next try has to wait, in seconds, with no time gone since the last: the tries themselves take some. */
async function waitOf(of: Limits, how = attempt) {
  await pass(-30)
  return how('broken', of)
}

/** Wrong tries, each as early as it may come, until the next has to wait that long. */
async function failUntil(wait: number) {
  for (let tries = 0; tries < 50; tries++) {
    const told = await waitOf(limits('one'))
    if (told === wait) return
    if (typeof told === 'number') await pass(told)
    await attempt('wrong', limits('one'))
  }
  assert.fail(`nobody had to wait ${wait} s`)
}

/** As many wrong tries of different people as the office has, however long they have to wait in between. */
async function typos(count: number) {
  for (let made = 0; made < count; made++) {
    const wait = await attempt('wrong', limits(`typist ${made}`))
    if (typeof wait !== 'number') continue
    await pass(wait)
    assert.equal(await attempt('wrong', limits(`typist ${made}`)), 'wrong')
  }
}

describe('failures', () => {
  test('are free five times, then wait twice as long each time, a minute at most, and never for ever', async () => {
    const waits: unknown[] = []
    for (let i = 0; i < 5; i++) assert.equal(await attempt('wrong', limits('one')), 'wrong')
    for (let i = 0; i < 9; i++) {
      const wait = Number(await waitOf(limits('one')))
      waits.push(wait)
      await pass(wait)
      assert.equal(await attempt('wrong', limits('one')), 'wrong')
    }
    // After the first minute of waiting one failure has faded: 32 comes twice.
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 32, 60, 60])
    assert.equal(await waitOf(limits('one')), 60)
    await pass(40)
    assert.equal(typeof (await attempt('right', limits('one'))), 'number', 'not a second is given')
    await pass(20)
    assert.equal(await attempt('right', limits('one')), 'right')
  })

  test('fade, one in the time of the longest wait: a typo a minute never slows an office down', async () => {
    for (let i = 0; i < 120; i++) {
      assert.equal(await attempt('wrong', limits(`typist ${i}`)), 'wrong', `the ${i + 1}st`)
      await pass(60)
    }
  })

  test('all fade after a quarter of an hour, and need no row then', async () => {
    await typos(57)
    await pass(14 * 60)
    await forgetOldAttempts(app.db)
    assert.ok((await app.db.selectFrom('attempts').selectAll().execute()).length > 0, 'not before')
    assert.equal(await attempt('wrong', limits('somebody')), 'wrong')
    await pass(15 * 60 + 1)
    for (let i = 0; i < 50; i++) assert.equal(await attempt('wrong', limits(`late ${i}`)), 'wrong', `the ${i + 1}st after it`)
    await pass(15 * 60 + 1)
    await forgetOldAttempts(app.db)
    assert.deepEqual(await app.db.selectFrom('attempts').selectAll().execute(), [])
  })

  test('of another kind than a wrong guess are not counted', async () => {
    for (let i = 0; i < 60; i++) assert.equal(await attempt('broken', limits('one')), 'busy')
    assert.equal(await attempt('right', limits('one')), 'right')
    assert.deepEqual(await app.db.selectFrom('attempts').selectAll().execute(), [])
  })

  test('are kept under hashes: what people type by mistake lies nowhere', async () => {
    await attempt('wrong', limits('sign-in 192.0.2.1 anna', 'sign-in 192.0.2.1'))
    const kept = JSON.stringify(await app.db.selectFrom('attempts').selectAll().execute())
    assert.match(kept, /"key":"[0-9a-f]{64}"/)
    assert.doesNotMatch(kept, /anna|192|sign-in/)
  })
})

describe('what turns out right', () => {
  test('forgives its own failures, and nobody else’s', async () => {
    for (let i = 0; i < 5; i++) await attempt('wrong', limits('one'))
    for (let i = 0; i < 5; i++) await attempt('wrong', limits('other'))
    await pass(1)
    await attempt('right', limits('one'))
    for (let i = 0; i < 5; i++) assert.equal(await attempt('wrong', limits('one')), 'wrong')
    await attempt('wrong', limits('other'))
    assert.equal(await waitOf(limits('other')), 2)
  })

  test('after 57 typos of an office waits once at most, and renews no wait for the others', async () => {
    await typos(57)
    await pass(60)
    for (let i = 0; i < 30; i++) assert.equal(await attempt('right', limits(`colleague ${i}`)), 'right', `the ${i + 1}st colleague`)
    assert.equal(await attempt('wrong', limits('guesser')), 'wrong')
    assert.equal(await waitOf(limits('colleague')), 60, 'a wrong one still counts')
  })

  test('takes back its own try, and none that failed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const late = settled(guess(app.db, limits('late'), () => promise))
    while ((await app.db.selectFrom('attempts').selectAll().execute()).length < 2) await new Promise(setImmediate)
    for (let i = 0; i < 49; i++) assert.equal(await attempt('wrong', limits(`typist ${i}`)), 'wrong')
    resolve('right')
    assert.equal(await late, 'right')
    assert.equal(await attempt('wrong', limits('typist')), 'wrong', 'the fiftieth')
    assert.equal(await waitOf(limits('typist')), 1)
  })

  test('never counts for the others, however many at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => attempt('right', limits(`colleague ${i}`))))
    for (let i = 0; i < 50; i++) assert.equal(await attempt('wrong', limits(`typist ${i}`)), 'wrong')
    assert.equal(await waitOf(limits('typist')), 1)
  })
})

describe('a hundred tries at once', () => {
  /** Five; on a machine that takes seconds for the hundred, one more after a second, one after two. */
  function fewHeard(outcomes: unknown[]) {
    const wrong = outcomes.filter((outcome) => outcome === 'wrong').length
    assert.ok(wrong >= 5 && wrong <= 8, `${wrong} were told that they are wrong`)
  }

  test('count before they are known to be wrong', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => attempt('wrong', limits('one'))))
    fewHeard(outcomes)
  })

  test('of what many do at once are all right where they are, and where they are wrong five hear of it', async () => {
    const right = await Promise.all(Array.from({ length: 100 }, () => lightly('right', limits('one'))))
    assert.deepEqual(new Set(right), new Set(['right']))
    assert.deepEqual(await app.db.selectFrom('attempts').selectAll().execute(), [], 'and nothing is written')
    const wrong = await Promise.all(Array.from({ length: 100 }, () => lightly('wrong', limits('one'))))
    fewHeard(wrong)
    const wait = await waitOf(limits('one'), lightly)
    assert.equal(typeof wait, 'number', 'then even a right one has to wait')
    await pass(Number(wait))
    assert.equal(await lightly('right', limits('one')), 'right')
    for (let i = 0; i < 5; i++) assert.equal(await lightly('wrong', limits('one')), 'wrong', 'and forgives')
  })
})

describe('a clock', () => {
  for (const [name, attempted] of [
    ['a password', attempt],
    ['a promo code', lightly],
  ] as const) {
    test(`that was set back by a year keeps ${name} waiting for a minute, not for a year`, async () => {
      await failUntil(60)
      await pass(-365 * 24 * 3600)
      assert.equal(await attempted('right', limits('one')), 60)
      await pass(30)
      assert.equal(typeof (await attempted('right', limits('one'))), 'number')
      await pass(30)
      assert.equal(await attempted('right', limits('one')), 'right')
    })
  }

  for (const minutes of [5, -5]) {
    test(`of a second server that is ${minutes} minutes off changes no wait`, async ({ mock }) => {
      await failUntil(60)
      mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * 60_000 })
      assert.equal(typeof (await attempt('right', limits('one'))), 'number', 'the other server')
      mock.timers.reset()
      assert.equal(typeof (await attempt('right', limits('one'))), 'number', 'the first one again')
      await pass(60)
      mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * 60_000 })
      assert.equal(await attempt('right', limits('one')), 'right')
    })
  }
})
