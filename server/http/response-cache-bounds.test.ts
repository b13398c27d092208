import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { type Bytes, replyWith } from './bytes.ts'
import { ResponseCache } from './response-cache.ts'

/** How often an answer had to be made. */
let made = 0

/**
 * A server that keeps its answers, `size` bytes each and at most `most` of them, for as long as `state` says the same; `wait` comes between a
 * question and its answer.
 */
async function keeping(state: () => number | undefined, wait: () => Promise<void> = async () => {}, size = 1_000, ...most: [number?]) {
  const cache = new ResponseCache({ now: state, close: () => {} }, ...most)
  const app = Fastify()
  app.addHook('onRequest', cache.hook)
  app.get('/api/', async (request, reply) => {
    made++
    await wait()
    const bytes: Bytes = { head: [], type: 'text/plain', etag: '"1"', plain: Buffer.alloc(size), forms: {} }
    cache.keep(request.raw, { ...bytes, access: undefined })
    return replyWith(bytes, request, reply)
  })
  after(() => app.close())
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/?q=`
  return async (question: number) => {
    const before = made
    await (await fetch(url + question)).arrayBuffer()
    return made > before
  }
}

test('ten thousand different questions take no more place than they may, and what is asked for again and again stays', async () => {
  const isMade = await keeping(() => 1, undefined, 1_000, 100_000)
  await isMade(0)
  const before = made
  for (let question = 1; question <= 10_000; question += 5) {
    await Promise.all(Array.from({ length: 5 }, (_, at) => isMade(question + at)))
    assert.equal(await isMade(0), false)
  }
  assert.equal(made - before, 10_000)
  assert.deepEqual([await isMade(10_000), await isMade(1), await isMade(9_900)], [false, true, true])
})

test('an answer that was begun before a change is not kept as one from after it', async () => {
  let state = 1
  const waiting: (() => void)[] = []
  const isMade = await keeping(
    () => state,
    () => (state === 1 ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  )
  const slow = isMade(1)
  while (waiting.length === 0) await setImmediate()
  state = 2
  await isMade(2)
  waiting[0]?.()
  await slow
  assert.deepEqual([await isMade(2), await isMade(1), await isMade(1)], [false, true, false])
})

test('an answer that was begun before midnight is not kept as one of the next day', async (t) => {
  mock.timers.enable({ apis: ['Date'], now: new Date(2031, 3, 3, 23, 59, 59) })
  t.after(() => mock.timers.reset())
  const waiting: (() => void)[] = []
  const isMade = await keeping(
    () => 1,
    () => (waiting.length === 0 ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  )
  const slow = isMade(1)
  while (waiting.length === 0) await setImmediate()
  mock.timers.setTime(new Date(2031, 3, 4).getTime())
  await isMade(2)
  waiting[0]?.()
  await slow
  assert.deepEqual([await isMade(2), await isMade(1), await isMade(1)], [false, true, false])
})

test('while nobody can say in which state the database is, nothing is kept, and nothing that was kept is answered', async () => {
  let state: number | undefined
  const isMade = await keeping(() => state)
  assert.deepEqual([await isMade(1), await isMade(1)], [true, true])
  state = 1
  assert.deepEqual([await isMade(1), await isMade(1)], [true, false])
  state = undefined
  assert.deepEqual([await isMade(1), await isMade(1)], [true, true])
  state = 1
  assert.deepEqual([await isMade(1), await isMade(1)], [true, false])
})

test('an answer whose question met another state than its end is not kept, where one of the two is unknown', async () => {
  let state: number | undefined = 1
  const isMade = await keeping(
    () => state,
    async () => {
      state = state === undefined ? 1 : undefined
    },
  )
  assert.deepEqual([await isMade(1), await isMade(1), await isMade(1)], [true, true, true])
})

test('usually 32 MB are kept, each answer counted with its compressed forms', async () => {
  const isMade = await keeping(() => 1, undefined, 900_000)
  for (let question = 1; question <= 20; question++) await isMade(question)
  const kept = []
  for (let question = 20; question >= 1; question--) kept.push(!(await isMade(question)))
  assert.equal(kept.indexOf(false), 17, 'of 1.8 MB each')
})

test('an answer of megabytes takes the place of no others', async () => {
  const isMade = await keeping(() => 1, undefined, 1_100_000, 32_000_000)
  assert.deepEqual([await isMade(1), await isMade(1)], [true, true])
})

test('the database is asked for its state by what may be answered from the cache alone, HEAD included', async () => {
  let asked = 0
  const state = () => {
    asked++
    return 1
  }
  const cache = new ResponseCache({ now: state, close: () => {} })
  const app = Fastify({ exposeHeadRoutes: true })
  app.addHook('onRequest', cache.hook)
  app.get('/*', (request, reply) => {
    const bytes: Bytes = { head: [], type: 'text/plain', etag: '"1"', plain: Buffer.from('an answer'), forms: {} }
    cache.keep(request.raw, { ...bytes, access: undefined })
    return replyWith(bytes, request, reply)
  })
  app.post('/*', () => 'done')
  after(() => app.close())
  for (const [method, url, questions] of [
    ['GET', '/media/a.webp', 0],
    ['POST', '/api/a', 0],
    ['GET', '/api/a', 1],
    ['HEAD', '/api/a', 1],
  ] as const) {
    asked = 0
    const { statusCode, body } = await app.inject({ method, url })
    assert.deepEqual([statusCode, asked], [200, questions], `${method} ${url}`)
    if (method === 'HEAD') assert.equal(body, '')
  }
})
