import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { limitConcurrency } from './limit-concurrency.ts'

const never = new AbortController().signal

test('whoever waits too long is turned away, and the place goes to the next in line', async () => {
  const inTurn = limitConcurrency(1)
  const first = inTurn(never, () => pause(30, 'first'))
  const impatient = inTurn(AbortSignal.timeout(5), async () => assert.fail('it was too late'))
  const last = inTurn(never, async () => 'last')
  await assert.rejects(impatient, { name: 'TimeoutError' })
  assert.deepEqual(await Promise.all([first, last]), ['first', 'last'])
  await assert.rejects(
    inTurn(AbortSignal.abort(), async () => assert.fail('it was too late')),
    { name: 'AbortError' },
  )
})

test('no more than the given number run at once, in the order of asking, and one that fails frees its place', async () => {
  const inTurn = limitConcurrency(2)
  let running = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    assert.ok(++running <= 2)
    order.push(n)
    await pause(2)
    running--
    if (n % 3 === 0) throw new Error('failed')
  }
  await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((n) => inTurn(never, work(n))))
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6])
})

test('where too many wait already, one more is told that the server is busy', async () => {
  const inTurn = limitConcurrency(1, 1)
  const first = inTurn(never, () => pause(10))
  const second = inTurn(never, async () => 'waited')
  await assert.rejects(
    inTurn(never, async () => 'never'),
    { status: 503, code: 'busy' },
  )
  await first
  assert.equal(await second, 'waited')
})

test('work that takes more places waits for all of them, is not overtaken, and lets the next ones in when it gives up', async () => {
  const inTurn = limitConcurrency(2)
  const order: string[] = []
  const work = (name: string, places: number, signal = never) =>
    inTurn(
      signal,
      async () => {
        order.push(`${name} begins`)
        await pause(5)
        order.push(`${name} ends`)
      },
      places,
    )
  await Promise.all([work('one', 1), work('both', 2), work('other', 1)])
  assert.deepEqual(order, ['one begins', 'one ends', 'both begins', 'both ends', 'other begins', 'other ends'])

  order.length = 0
  const impatient = new AbortController()
  const first = work('one', 1)
  const both = work('both', 2, impatient.signal)
  const other = work('other', 1)
  impatient.abort()
  await assert.rejects(both, { name: 'AbortError' })
  await Promise.all([first, other])
  assert.deepEqual(order.slice(0, 2), ['one begins', 'other begins'])
})
