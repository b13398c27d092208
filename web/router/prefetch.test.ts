import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { clearPrefetches, consumePrefetch, prefetch, takeArrived } from './prefetch.ts'

let asked: { url: string; headers: Record<string, string>; signal: AbortSignal }[]
let answer: () => Response
const get = { method: 'GET', headers: { accept: 'application/json' } }
beforeEach(() => {
  asked = []
  answer = () => Response.json(['x'])
  clearPrefetches()
  mock.restoreAll()
  mock.method(globalThis, 'fetch', async (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
    asked.push({ url, ...init })
    return answer()
  })
})
after(() => mock.restoreAll())

const consumed = async (...about: Parameters<typeof consumePrefetch>) => (await consumePrefetch(...about))?.json()

describe('an answer that is asked for ahead', () => {
  test('is asked for once, with the token, and goes to the next call of its address', async () => {
    prefetch('/a', 'token')
    prefetch('/a', 'token')
    assert.deepEqual(
      asked.map(({ url, headers }) => [url, headers]),
      [['/a', { accept: 'application/json', authorization: 'Bearer token' }]],
    )
    assert.equal(await consumed('/b', 'token', get), undefined)
    assert.deepEqual(await consumed('/a', 'token', get), ['x'])
    assert.equal(await consumed('/a', 'token', get), undefined, 'it is data of now only once')
  })

  test('is nobody else’s, and none of a call that wants something else', async () => {
    for (const [token, request] of [
      ['other', get],
      [undefined, get],
    ] as const) {
      prefetch('/a', 'token')
      assert.equal(await consumed('/a', token, request), undefined)
    }
    prefetch('/a', 'token')
    assert.equal(await consumed('/a', 'token', { ...get, method: 'POST' }), undefined)
    assert.equal(await consumed('/a', 'token', { ...get, headers: { accept: 'text/csv' } }), undefined)
    assert.deepEqual(await consumed('/a', 'token', get), ['x'], 'they leave it where it is')
    prefetch('/a', 'token')
    await pause(5)
    assert.equal(takeArrived('/a', 'other'), undefined)
    prefetch('/a', 'other')
    assert.equal(asked.at(-1)?.headers.authorization, 'Bearer other')
  })

  test('is too old after ten seconds', async ({ mock }) => {
    let now = 0
    mock.method(performance, 'now', () => now)
    for (const [age, isThere] of [
      [9_999, true],
      [10_000, false],
    ] as const) {
      now = 0
      prefetch('/a', 'token')
      now = age
      assert.equal((await consumed('/a', 'token', get)) !== undefined, isThere, `${age}`)
    }
  })

  test('is given back by who breaks off, also before taking it', async () => {
    const leaving = new AbortController()
    prefetch('/a', 'token')
    await consumePrefetch('/a', 'token', { ...get, signal: leaving.signal })
    assert.equal(asked[0]?.signal.aborted, false)
    leaving.abort(new Error('left'))
    assert.match(String(asked[0]?.signal.reason), /left/)
    prefetch('/a', 'token')
    await consumePrefetch('/a', 'token', { ...get, signal: leaving.signal })
    assert.equal(asked[1]?.signal.aborted, true)
  })

  test('that is a refusal is dropped, so that the next call asks itself', async () => {
    answer = () => Response.json({}, { status: 503 })
    prefetch('/a', 'token')
    await pause(5)
    assert.equal(await consumed('/a', 'token', get), undefined)
  })

  test('stays where an earlier one of its address fails later', async () => {
    const { promise, reject } = Promise.withResolvers<Response>()
    answer = () => promise as never
    prefetch('/a', 'token')
    clearPrefetches()
    answer = () => Response.json(['x'])
    prefetch('/a', 'token')
    reject(new TypeError('fetch failed'))
    await pause(5)
    assert.deepEqual(await consumed('/a', 'token', get), ['x'])
  })

  test('is dropped with all others where something has changed', async () => {
    prefetch('/a', 'token')
    clearPrefetches()
    assert.equal(await consumed('/a', 'token', get), undefined)
  })
})
