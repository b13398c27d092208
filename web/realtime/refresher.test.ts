import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import '#testing/page.ts'
import { ApiError } from '#web/api/call.ts'
import { live } from '#web/api/live.ts'
import { createRefresher, type News } from './invalidation.ts'

let client: QueryClient
let over: AbortController
let asked: string[]
let failure: Error | undefined
let clock: number
let news: News[]
const moved = (resource: string, ...changes: { _id: string; version: number }[]) =>
  ({
    resource,
    count: Math.max(1, changes.length),
    changes: changes.map((change) => ({ ...change, action: 'update', by: 'anna' })),
  }) as never

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  clock = 0
  mock.method(performance, 'now', () => clock)
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  over = new AbortController()
  ;[asked, news, failure] = [[], [], undefined]
  live().own.clear()
  live().records.set([])
  live().behindSince.set(undefined)
})
afterEach(() => {
  over.abort()
  client.clear()
  Object.assign(document, { visibilityState: 'visible' })
  mock.timers.reset()
  mock.restoreAll()
})

/** Shows these queries on the screen, and waits for their data. */
async function onScreen(...keys: string[][]) {
  for (const queryKey of keys) {
    const queryFn = async () => {
      asked.push(queryKey.join(' '))
      if (failure) throw failure
      return {}
    }
    new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  }
  await settled()
  asked = []
}
async function settled() {
  for (let turns = 0; turns < 20; turns++) await turn()
}
/** Lets time pass for timers and for both clocks. */
async function pass(milliseconds: number) {
  clock += milliseconds
  mock.timers.tick(milliseconds)
  await settled()
}
const refresher = () => createRefresher(client, over.signal, (each) => news.push(each))

describe('changes by others', () => {
  test('are asked for where they are on the screen, with what else shows them', async () => {
    const all = ['movies', 'images', 'bookings', 'promoCodes', 'branches', 'news', 'menus', 'users', 'closures'].map((name) => [
      name,
      'list',
    ])
    await onScreen(...all, ['attention'], ['activity', 'list'], ['session', '1'], ['bookings', 'callers'])
    const { moved: tell } = refresher()
    for (const [resource, also] of [
      ['movies', ['images list']],
      ['bookings', ['branches list', 'closures list', 'promoCodes list']],
      ['branches', ['bookings list', 'closures list', 'images list', 'promoCodes list']],
      ['closures', ['branches list']],
      ['users', ['images list']],
    ] as const) {
      tell([moved(resource)])
      await pass(1_000)
      assert.deepEqual(asked.toSorted(), [...also, `${resource} list`, 'activity list', 'attention'].toSorted())
      asked = []
    }
  })

  test('are asked for once in a second, however many there are', async () => {
    await onScreen(['movies', 'list'])
    const { moved: tell } = refresher()
    tell([moved('movies')])
    await pass(0)
    assert.equal(asked.length, 1, 'the first at once')
    for (let at = 0; at < 9; at++) {
      tell([moved('movies')])
      await pass(100)
    }
    assert.equal(asked.length, 1)
    await pass(100)
    assert.equal(asked.length, 2)
    await pass(5_000)
    assert.equal(asked.length, 2)
  })

  test('are those of this tab not, each once', async () => {
    await onScreen(['movies', 'list'])
    const { moved: tell } = refresher()
    live().own.add('movies/a/2')
    tell([moved('movies', { _id: 'a', version: 2 })])
    await pass(1_000)
    assert.deepEqual([asked, live().own.size], [[], 0])
    live().own.add('movies/a/3')
    tell([moved('movies', { _id: 'a', version: 3 }, { _id: 'b', version: 1 })])
    await pass(1_000)
    assert.deepEqual(asked, ['movies list'])
  })

  test('of a record that is open in a form leave that alone', async () => {
    await onScreen(['movies', 'one', 'a'], ['movies', 'one', 'b'])
    live().records.set(['movies/a'])
    refresher().moved([moved('movies')])
    await pass(1_000)
    assert.deepEqual(asked, ['movies one b'])
  })

  test('wait while the tab is hidden', async () => {
    await onScreen(['movies', 'list'])
    const { moved: tell } = refresher()
    Object.assign(document, { visibilityState: 'hidden' })
    tell([moved('movies')])
    await pass(5_000)
    assert.deepEqual(asked, [])
    Object.assign(document, { visibilityState: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    assert.deepEqual(asked, ['movies list'])
  })

  test('of any kind may have come where the stream has lost its place', async () => {
    await onScreen(['movies', 'list'], ['news', 'list'], ['session', '1'])
    live().own.add('movies/a/2')
    refresher().anew()
    await pass(1_000)
    assert.deepEqual([asked.toSorted(), live().own.size], [['movies list', 'news list'], 0])
  })

  test('are asked for no more once the stream is over', async () => {
    await onScreen(['movies', 'list'])
    const { moved: tell } = refresher()
    tell([moved('movies')])
    over.abort()
    await pass(1_000)
    assert.deepEqual(asked, [])
  })
})

describe('where the server does not answer', () => {
  test('it is said since when, and asked again with its next sign of life, until it answers', async () => {
    await onScreen(['movies', 'list'], ['news', 'list'])
    const { moved: tell } = refresher()
    await pass(1_000)
    tell([])
    failure = new ApiError(0)
    await pass(2_000)
    tell([moved('movies')])
    await pass(0)
    assert.equal(live().behindSince.get(), 1_001_000, 'all was told until then')
    asked = []
    await pass(3_000)
    assert.deepEqual(asked, [], 'not by itself')
    tell([])
    await pass(1_000)
    assert.deepEqual(asked, ['movies list'])
    assert.equal(live().behindSince.get(), 1_001_000)
    failure = undefined
    asked = []
    tell([])
    await pass(1_000)
    assert.deepEqual([asked, live().behindSince.get()], [['movies list'], undefined])
    tell([])
    await pass(1_000)
    assert.equal(asked.length, 1)
  })

  test('a refusal is an answer', async () => {
    for (const [status, isAnswer] of [
      [404, true],
      [403, true],
      [429, false],
      [503, false],
    ] as const) {
      await onScreen(['movies', `${status}`])
      failure = new ApiError(status)
      refresher().moved([moved('movies')])
      await pass(1_000)
      assert.equal(live().behindSince.get() === undefined, isAnswer, `${status}`)
      live().behindSince.set(undefined)
      failure = undefined
      client.clear()
    }
  })
})

test('lists are merged with what is on the screen while changes by others are asked for, and not where the window has got the focus', async () => {
  await onScreen(['movies', 'list'])
  const { moved: tell } = refresher()
  const during: number[] = []
  client.getQueryCache().subscribe(() => during.push(live().byOthers.size))
  tell([moved('movies')])
  await pass(0)
  assert.deepEqual([Math.max(...during), live().byOthers.size], [1, 0])
  live().byOthers.add('x')
  dispatchEvent(new Event('focus'))
  assert.equal(live().byOthers.size, 0)
})
