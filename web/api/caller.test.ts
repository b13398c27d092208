import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { whileItLasts } from './caller.ts'

/** What becomes of a promise in a moment that is long enough for it to settle. */
const outcome = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'kept',
      () => 'broken',
    ),
    pause(20, 'waiting'),
  ])

test('work ends as it does while the session lasts, and for those who have none', async () => {
  const { signal } = new AbortController()
  for (const over of [signal, undefined]) {
    assert.equal(await whileItLasts(over, async () => 'done'), 'done')
    await assert.rejects(
      whileItLasts(over, () => Promise.reject(new Error('refused'))),
      /refused/,
    )
  }
})

test('work that a session leaves behind is never heard of, whether it goes well or not', async () => {
  for (const end of [() => {}, () => Promise.reject(new Error('aborted'))]) {
    const session = new AbortController()
    const work = whileItLasts(session.signal, () => pause(5).then(end))
    session.abort()
    assert.equal(await outcome(work), 'waiting')
  }
})

test('work is not even begun once the session is over', async () => {
  let begun = 0
  const work = whileItLasts(AbortSignal.abort(), async () => {
    begun += 1
  })
  assert.equal(await outcome(work), 'waiting')
  assert.equal(begun, 0)
})
