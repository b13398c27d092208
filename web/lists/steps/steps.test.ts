import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#web/api/call.ts'
import { inSteps, startSteps } from './steps.ts'

/** Work on five items in steps of two, and what was sent: each time the items and the key. */
function work(send: (items: readonly number[], key: string, tries: number) => Promise<readonly string[]>) {
  const sent: { items: readonly number[]; key: string }[] = []
  const outcomes: unknown[] = []
  const steps = startSteps<number, string>({
    total: 5,
    next: inSteps([1, 2, 3, 4, 5], 2),
    send: (items, key) => {
      sent.push({ items, key })
      return send(items, key, sent.length)
    },
    onStep: (items, those) => outcomes.push([items, those]),
  })
  return { steps, sent, outcomes }
}

const done = async (items: readonly number[]) => items.map(String)
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('all steps are sent in turn, each with a key of its own', async () => {
  const { steps, sent, outcomes } = work(done)
  assert.deepEqual(await steps.finished, { state: 'over', done: 5, total: 5 })
  assert.deepEqual(outcomes, [
    [
      [1, 2],
      ['1', '2'],
    ],
    [
      [3, 4],
      ['3', '4'],
    ],
    [[5], ['5']],
  ])
  assert.equal(new Set(sent.map(({ key }) => key)).size, 3)
})

test('a pause waits after the step under way, and the work goes on where it was', async () => {
  const { steps, sent } = work(done)
  steps.pause()
  assert.equal(steps.get().state, 'pausing')
  await turn()
  assert.deepEqual([steps.get().state, sent.length], ['paused', 1])
  steps.resume()
  assert.equal((await steps.finished).done, 5)
})

test('a step that failed is repeated with the same key', async () => {
  const { steps, sent } = work((items, _, tries) => (tries === 2 ? Promise.reject(new ApiError(0)) : done(items)))
  await turn()
  assert.equal(steps.get().state, 'interrupted')
  assert.equal(steps.get().done, 2)
  steps.resume()
  assert.equal((await steps.finished).done, 5)
  assert.deepEqual(
    sent.map(({ items }) => items),
    [[1, 2], [3, 4], [3, 4], [5]],
  )
  assert.equal(sent[1]?.key, sent[2]?.key)
})

test('whoever stops after a lost answer hears that its outcome is unknown, and after a refusal that nothing was done', async () => {
  for (const [status, outcome] of [
    [0, 'unknown'],
    [503, undefined],
  ] as const) {
    const { steps, outcomes } = work(() => Promise.reject(new ApiError(status, { code: status ? 'busy' : 'unreachable' })))
    await turn()
    steps.stop()
    assert.equal((await steps.finished).state, 'over')
    assert.deepEqual(outcomes, outcome ? [[[1, 2], outcome]] : [])
  }
})

test('a stop ends the work after the step under way', async () => {
  const { steps, sent } = work(done)
  steps.stop()
  assert.equal((await steps.finished).done, 2)
  assert.equal(sent.length, 1)
})
