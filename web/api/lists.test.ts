import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import '#testing/page.ts'
import { movies } from '#contract/movies.ts'
import { ApiError } from './call.ts'
import { hasOldInSight, inLists, inSight, invalidateLists, listQuery, updateLists } from './lists.ts'
import { type Loaded, live } from './live.ts'

type Item = { _id: string }

/** The list as the server has it: its ids in order. A cursor is the id of a page's last item. */
let stored: string[]
let asked: (string | null)[]
let refused: number | undefined
let client: QueryClient
const size = 60

beforeEach(() => {
  stored = Array.from({ length: 200 }, (_, at) => `item ${at}`)
  ;[asked, refused] = [[], undefined]
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  inSight().clear()
  mock.method(globalThis, 'fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'https://moviebox.test')
    const after = searchParams.get('after')
    asked.push(after)
    if (refused !== undefined) return Response.json({ code: 'invalid', fields: { after: 'Unknown cursor.' } }, { status: refused })
    const start = after === null ? 0 : stored.indexOf(after) + 1
    const items = stored.slice(start, start + size).map((_id) => ({ _id }))
    const next =
      start + size < stored.length ? { link: `</api/movies?after=${encodeURIComponent(items.at(-1)?._id ?? '')}>; rel="next"` } : {}
    return Response.json(items, { headers: { 'x-total-count': String(stored.length), ...next } })
  })
})
afterEach(() => {
  client.clear()
  mock.restoreAll()
})

const query = listQuery<Item>('movies', movies.list, 10_000)({ genre: ['Crime'] })
const { queryKey } = query

/** Opens the list with so many pages. */
async function opened(pages: number) {
  const observer = new InfiniteQueryObserver(client, query)
  observer.subscribe(() => {})
  await observer.refetch()
  for (let page = 1; page < pages; page++) await observer.fetchNextPage()
  asked = []
  return observer
}
const loaded = () => client.getQueryData<Loaded<Item>>(queryKey) as Loaded<Item>
const ids = () => loaded().pages.flatMap(({ items }) => items.map(({ _id }) => _id))
const old = () => loaded().pages.map(({ isOld }) => isOld ?? false)
const hash = () => client.getQueryCache().find({ queryKey })?.queryHash ?? ''

describe('a list that is fetched again', () => {
  test('asks for the pages in sight and for the first one, and marks the others as old', async () => {
    const observer = await opened(4)
    assert.equal(ids().length, 200)
    inSight().set(hash(), { from: 130, to: 140 })
    await observer.refetch()
    assert.deepEqual(asked, [null, 'item 119'])
    assert.deepEqual(old(), [false, true, false, true])
    assert.equal(hasOldInSight(hash(), loaded().pages), false)
    inSight().set(hash(), { from: 179, to: 181 })
    assert.equal(hasOldInSight(hash(), loaded().pages), true)
    inSight().set(hash(), { from: 120, to: 180 })
    assert.equal(hasOldInSight(hash(), loaded().pages), false, 'up to the page that is old, and without it')
    inSight().delete(hash())
    await observer.refetch()
    assert.deepEqual([asked.length, old()], [2 + 4, [false, false, false, false]])
  })

  test('lacks nothing and has nothing twice where some have come before it', async () => {
    const observer = await opened(2)
    stored = ['new 1', 'new 2', ...stored]
    inSight().set(hash(), { from: 0, to: 10 })
    await observer.refetch()
    assert.deepEqual(asked, [null, 'item 57'], 'the page after it tells what was pushed over its end')
    assert.deepEqual(ids(), ['new 1', 'new 2', ...Array.from({ length: 120 }, (_, at) => `item ${at}`)])
    assert.equal(loaded().pages[0]?.next, 'item 59')
  })

  test('goes on to the page that is loaded where some of its own have gone', async () => {
    const observer = await opened(2)
    stored = stored.filter((id) => id !== 'item 3')
    inSight().set(hash(), { from: 0, to: 10 })
    await observer.refetch()
    assert.deepEqual(asked, [null])
    assert.equal(loaded().pages[0]?.next, 'item 59')
  })

  test('begins with its first page where the server does not know its place any more', async () => {
    const observer = await opened(2)
    refused = 422
    await observer.fetchNextPage()
    refused = undefined
    while (loaded()?.pages.length !== 1) await pause(1)
    await pause(5)
    assert.deepEqual([ids().length, ids()[0]], [60, 'item 0'])
  })

  test('is merged with what is shown only where others have changed something, and otherwise holds nothing back', async () => {
    const observer = await opened(1)
    const its = live()
    const merged: string[] = []
    its.merge = (queryHash, before) => {
      merged.push(queryHash)
      return before
    }
    its.held.set(new Map([[hash(), { added: 1, gone: 0 }]]))
    stored = ['new', ...stored]
    its.byOthers.add(hash())
    await observer.refetch()
    assert.deepEqual([merged, ids()[0], its.held.get().size], [[hash()], 'item 0', 1])
    its.byOthers.clear()
    await observer.refetch()
    assert.deepEqual([merged.length, ids()[0], its.held.get().size], [1, 'new', 0])
    its.merge = undefined
  })

  test('stays as it is where the answer is another failure', async () => {
    const observer = await opened(2)
    refused = 500
    const { error } = await observer.fetchNextPage()
    await pause(5)
    assert.ok(error instanceof ApiError)
    assert.equal(ids().length, 120)
  })
})

describe('a change in this tab', () => {
  test('shows in all lists of its collection at once, which are as old as before', async () => {
    await opened(2)
    client.setQueryData(['news', 'list', {}], { pages: [{ items: [{ _id: 'item 1' }], total: 1 }], pageParams: [undefined] })
    live().byOthers.add('x')
    const before = client.getQueryState(queryKey)?.dataUpdatedAt
    await pause(2)
    const places: object[] = []
    updateLists<Item>(client, 'movies', (items, place) => {
      places.push(place)
      return items.filter(({ _id }) => _id !== 'item 1')
    })
    assert.deepEqual(places, [
      { isFirst: true, asked: { genre: ['Crime'] } },
      { isFirst: false, asked: { genre: ['Crime'] } },
    ])
    assert.deepEqual([ids().length, ids().includes('item 1')], [119, false])
    assert.deepEqual(
      loaded().pages.map(({ total }) => total),
      [199, 199],
    )
    assert.equal(client.getQueryState(queryKey)?.dataUpdatedAt, before)
    assert.deepEqual([live().byOthers.size, client.getQueryData<Loaded<Item>>(['news', 'list', {}])?.pages[0]?.total], [0, 1])
  })

  test('breaks off a request that may not know of it', async () => {
    const observer = await opened(1)
    stored = ['new', ...stored]
    const running = observer.refetch()
    updateLists<Item>(client, 'movies', (items) => items.slice(1))
    await running
    assert.deepEqual(ids().slice(0, 2), ['item 1', 'item 2'])
  })

  test('made by other means makes the lists of its collection ask again, and no others', async () => {
    await opened(1)
    client.setQueryData(['movies', 'one', 'a'], {})
    client.setQueryData(['news', 'list', {}], {})
    invalidateLists(client, 'movies')
    await pause(5)
    assert.deepEqual(asked, [null])
    const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
    assert.deepEqual([isOld(['movies', 'one', 'a']), isOld(['news', 'list', {}])], [false, false])
  })
})

test('a record is found in the list that was loaded last', () => {
  const put = (asked: object, title: string, updatedAt: number) =>
    client.setQueryData(['movies', 'list', asked], { pages: [{ items: [{ _id: 'a', title }] }], pageParams: [] }, { updatedAt })
  put({ q: ['1'] }, 'old', 1_000)
  put({ q: ['2'] }, 'new', 3_000)
  put({ q: ['3'] }, 'older', 2_000)
  assert.deepEqual(inLists(client, 'movies', 'a')(), { _id: 'a', title: 'new' })
  assert.equal(inLists(client, 'movies', 'b')(), undefined)
  assert.equal(inLists(client, 'news', 'a')(), undefined)
})
