import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '#testing/app.ts'
import { Deadline } from './deadline.ts'
import { SerializationFailure } from './errors.ts'
import { transact } from './transaction.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const inTheWay = () => new SerializationFailure('another transaction was in the way')
const attempt = async (key: string) => (await app.db.selectFrom('attempts').select('key').where('key', '=', key).execute()).length
const note = (key: string) => ({ key, failures: 1, lastAt: new Date().toISOString() })

describe('a transaction', () => {
  test('that met another one is tried again until it goes through, and what was tried before is not stored', async () => {
    let tries = 0
    const result = await transact(app.db, undefined, async (trx) => {
      tries++
      await trx
        .insertInto('attempts')
        .values(note(`try ${tries}`))
        .execute()
      if (tries < 4) throw inTheWay()
      return 'done'
    })
    assert.deepEqual([result, tries], ['done', 4])
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map((each) => attempt(`try ${each}`))), [0, 0, 0, 1])
  })

  test('that failed for another reason is tried once, and nothing of it is stored', async () => {
    let tries = 0
    const failing = transact(app.db, undefined, async (trx) => {
      tries++
      await trx.insertInto('attempts').values(note('failed')).execute()
      throw new RangeError('a bug')
    })
    await assert.rejects(failing, RangeError)
    assert.deepEqual([tries, await attempt('failed')], [1, 0])
  })

  test('is given up after forty tries', async ({ mock }) => {
    mock.method(Math, 'random', () => 0)
    let tries = 0
    const work = async () => {
      tries++
      throw inTheWay()
    }
    await assert.rejects(transact(app.db, undefined, work), SerializationFailure)
    assert.equal(tries, 40)
  })

  test('is tried no more once its caller waits no longer, and is not stored then', async () => {
    let tries = 0
    const [deadline, other] = [new Deadline(60_000), new Deadline(60_000)]
    const late = transact(app.db, deadline, async () => {
      tries++
      deadline.pass()
      throw inTheWay()
    })
    await assert.rejects(late, SerializationFailure)
    assert.equal(tries, 1)
    const stored = transact(app.db, other, async (trx) => {
      await trx.insertInto('attempts').values(note('late')).execute()
      other.pass()
    })
    await assert.rejects(stored, { status: 503, code: 'timeout' })
    await assert.rejects(
      transact(app.db, deadline, () => assert.fail('it is begun')),
      { status: 503 },
    )
    assert.equal(await attempt('late'), 0)
  })
})

describe('a deadline', () => {
  test('that passes ends all that waits for it, each with the sentence for the caller', async () => {
    const deadline = new Deadline(10)
    const early = deadline.signal
    await assert.rejects(deadline.race(pause(1_000, undefined, { ref: false })), { status: 503, code: 'timeout' })
    await assert.rejects(deadline.race('an answer'), { status: 503 })
    assert.deepEqual([deadline.hasPassed, early.aborted, deadline.signal.aborted], [true, true, true])
    assert.throws(() => deadline.check(), { status: 503 })
    const other = new Deadline(10)
    await pause(30)
    assert.equal(other.signal.aborted, true, 'also where nobody has asked for the signal before')
  })

  test('that has not passed changes nothing', async () => {
    const deadline = new Deadline(5_000)
    assert.equal(await deadline.race(Promise.resolve('an answer')), 'an answer')
    assert.equal(await deadline.race('an answer'), 'an answer')
    await assert.rejects(deadline.race(Promise.reject(new RangeError('of its own'))), RangeError)
    deadline.check()
    assert.deepEqual([deadline.hasPassed, deadline.signal.aborted], [false, false])
    deadline.clear()
  })

  test('does not pass while its change is being stored, and passes after that if nothing was stored', async () => {
    const deadline = new Deadline(100)
    deadline.beginStoring()
    await pause(150)
    deadline.pass()
    assert.equal(deadline.hasPassed, false)
    deadline.endStoring()
    assert.equal(deadline.hasPassed, true)
    assert.throws(() => deadline.beginStoring(), { status: 503 })
  })

  test('passes by the clock where the event loop was too busy for its timer', () => {
    const deadline = new Deadline(10)
    for (const until = performance.now() + 20; performance.now() < until; );
    assert.equal(deadline.hasPassed, false)
    assert.throws(() => deadline.check(), { status: 503 })
    assert.equal(deadline.hasPassed, true)
  })

  test('that is cleared never passes', async () => {
    const deadline = new Deadline(10)
    deadline.clear()
    await pause(30)
    assert.equal(deadline.hasPassed, false)
  })
})
