import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import '#testing/page.ts'
import { currentSession } from '#web/api/session.ts'
import { removeToken, storePerson, storeToken } from '#web/api/stored-session.ts'
import { browserStorage, tabStorage } from '#web/storage.ts'
import { draftEntries, findDraft, readDraft } from './find.ts'
import { draftKeeper } from './keeper.ts'
import { draftList, hasNone, updateDraftList } from './server-drafts.ts'
import { isInUse, isSyncing, showInList, syncDrafts } from './sync.ts'
import { copiesOf, copyOf, putCopy, removeStoredCopies } from './tab-copies.ts'

const owner = '01890000-0000-7000-8000-00000000000a'
const place = { owner, path: '/add' }
const input = { values: { title: 'Heat' } }

/** The drafts that the server has, by their ids; and what it was asked. */
let server: Map<string, { form: string; content: string }>
let asked: string[]
let isDown = false
/** What the server waits for before it answers that a draft is stored. */
let held: Promise<void> | undefined
beforeEach(() => {
  server = new Map()
  asked = []
  isDown = false
  held = undefined
  for (const key of tabStorage.keys()) tabStorage.remove(key)
  mock.method(globalThis, 'fetch', async (address: string, { method, body, keepalive }: RequestInit) => {
    const id = address.split('/')[3]
    asked.push(`${method}${keepalive ? ' for good' : ''}`)
    if (isDown) return Response.json({ code: 'busy' }, { status: 503 })
    if (id === undefined) return Response.json([...server].map(([_id, { form }]) => ({ _id, form, at: '2026-01-01T00:00:00.000Z' })))
    if (method === 'PUT') server.set(id, JSON.parse(String(body)))
    await held
    if (method === 'DELETE') server.delete(id)
    if (method !== 'GET') return method === 'PUT' ? Response.json({}) : new Response(null, { status: 204 })
    const found = server.get(id)
    return found ? Response.json({ _id: id, at: '2026-01-01T00:00:00.000Z', ...found }) : Response.json({}, { status: 404 })
  })
  mock.method(console, 'error', () => {})
})
afterEach(async () => {
  isDown = false
  await syncDrafts()
  mock.restoreAll()
})

const token = 'a'.repeat(43)
/** Takes the stored token over, as from another tab. */
async function changeSession() {
  dispatchEvent(new Event('storage'))
  await pause(1)
}
before(async () => {
  storePerson(token, owner)
  storeToken(token)
  await changeSession()
})
after(async () => {
  removeToken()
  await changeSession()
})

const stored = (id: string) => {
  const content = server.get(id)?.content
  return content === undefined ? undefined : (JSON.parse(content) as { values: object }).values
}

test('the session of these tests is one', () => assert.equal(currentSession()?.person, owner))

describe('a draft', () => {
  test('is kept in the tab at once and on the server in a moment, as long as its form is open; then only there', async () => {
    const keeper = draftKeeper(place)
    assert.match(keeper.id, /^[0-9a-f]{32}$/)
    assert.deepEqual([keeper.hasInput(), keeper.where()], [false, 'server'])
    const release = keeper.hold()
    keeper.keep(input)
    assert.deepEqual([keeper.hasInput(), copyOf({ owner, id: keeper.id })?.onServer, asked], [true, 'nothing', []])
    await syncDrafts()
    assert.deepEqual([stored(keeper.id), server.get(keeper.id)?.form, asked], [input.values, '/add', ['PUT for good']])
    assert.equal(copyOf({ owner, id: keeper.id })?.onServer, 'same')
    await syncDrafts()
    assert.equal(asked.length, 1, 'there is nothing new')
    keeper.keep({ values: { title: 'Heat 2' } })
    assert.equal(copyOf({ owner, id: keeper.id })?.onServer, 'older')
    assert.equal(isInUse(keeper.id), true)
    release()
    await syncDrafts()
    assert.deepEqual([stored(keeper.id), copiesOf(owner), isInUse(keeper.id)], [{ title: 'Heat 2' }, [], false])
  })

  test('that is typed on while it is on its way goes there once more', async () => {
    const keeper = draftKeeper(place)
    const release = keeper.hold()
    keeper.keep(input)
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    held = promise
    const sending = syncDrafts()
    for (let turns = 0; asked.length === 0 && turns < 1_000; turns++) await pause(1)
    keeper.keep({ values: { title: 'Heat 2' } })
    goOn()
    await sending
    assert.deepEqual([stored(keeper.id), copyOf({ owner, id: keeper.id })?.draft?.values], [input.values, { title: 'Heat 2' }])
    release()
    await syncDrafts()
    assert.deepEqual([stored(keeper.id), copiesOf(owner)], [{ title: 'Heat 2' }, []])
  })

  test('of a record has the id of that', () => {
    const id = '01890000-0000-7000-8000-000000000001'
    assert.equal(draftKeeper({ ...place, id }).id, id)
    const found = { id: 'b'.repeat(32), path: '/add', at: '', draft: input }
    assert.equal(draftKeeper({ ...place, id }, found).id, found.id, 'or that of the draft that was found')
  })

  test('that was not sent yet is removed without a word to the server, and one that was is removed there', async () => {
    const keeper = draftKeeper(place)
    const release = keeper.hold()
    keeper.keep(input)
    keeper.drop()
    assert.deepEqual([keeper.hasInput(), copiesOf(owner)], [false, []])
    keeper.keep(input)
    await syncDrafts()
    const bringBack = keeper.drop()
    assert.equal(keeper.hasInput(), false)
    await syncDrafts()
    assert.equal(server.size, 0)
    bringBack()
    await syncDrafts()
    assert.deepEqual([keeper.hasInput(), stored(keeper.id)], [true, input.values])
    const again = keeper.drop()
    keeper.keep({ values: { title: 'Later' } })
    again()
    await syncDrafts()
    assert.deepEqual(stored(keeper.id), { title: 'Later' }, 'later input stays')
    release()
  })

  test('that a form goes on with is dropped with it, also before anything is typed', async () => {
    const id = 'c'.repeat(32)
    server.set(id, { form: '/add', content: JSON.stringify(input) })
    const keeper = draftKeeper(place, { id, path: '/add', at: '', draft: input })
    const bringBack = keeper.drop()
    await syncDrafts()
    assert.equal(server.size, 0)
    bringBack()
    await syncDrafts()
    assert.deepEqual(stored(id), input.values)
    const other = draftKeeper(place, { id, path: '/add', at: '', draft: input })
    const release = other.hold()
    assert.equal(other.hasInput(), true)
    other.drop()
    await syncDrafts()
    assert.equal(server.size, 0)
    release()
  })

  test('remembers what was sent without an answer under its name, until that is known not to be stored', () => {
    const keeper = draftKeeper(place)
    const release = keeper.hold()
    assert.equal(keeper.sendAs(input.values), undefined, 'nothing is kept yet')
    keeper.keep(input)
    const name = keeper.sendAs(input.values)
    assert.match(name ?? '', /^[0-9a-f]{32}$/)
    keeper.keep({ values: { title: 'Later' } })
    assert.equal(keeper.sendAs({ title: 'Later' }), name)
    assert.deepEqual(keeper.sent(), { as: name, input: input.values })
    keeper.notStored()
    assert.equal(keeper.sent(), undefined)
    release()
  })

  test('says that it is in this tab alone while the server can not be reached, and arrives later', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const keeper = draftKeeper(place)
    const release = keeper.hold()
    isDown = true
    keeper.keep(input)
    await syncDrafts()
    assert.deepEqual([isSyncing(), keeper.where()], [false, 'tab'])
    isDown = false
    mock.timers.tick(9_999)
    assert.equal(asked.length, 1)
    mock.timers.tick(1)
    await syncDrafts()
    assert.deepEqual([isSyncing(), keeper.where(), stored(keeper.id)], [true, 'server', input.values])
    release()
  })

  test('that is large is sent as other requests are: it would not fit into one that outlives its page', async () => {
    const keeper = draftKeeper(place)
    keeper.keep({ values: { title: 'x'.repeat(11_000) } })
    await syncDrafts()
    assert.deepEqual(asked, ['PUT'])
  })
})

describe('a form opens', () => {
  const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`
  const put = (id: string, hour: number, more: object = {}) =>
    putCopy({ owner, id }, { path: '/add', at: at(hour), draft: { values: { title: id } }, onServer: 'older', ...more })
  const list = [
    { _id: 'one', form: '/add', at: at(1) },
    { _id: 'two', form: '/add', at: at(3) },
    { _id: 'three', form: '/edit/1', at: at(5) },
  ]

  test('among the drafts of the server as this tab has changed them since, the latest first', () => {
    put('one', 4)
    put('two', 6, { draft: undefined })
    put('four', 2, { onServer: 'nothing' })
    put('five', 7, { onServer: 'same' })
    putCopy({ owner: 'another', id: 'six' }, { path: '/add', at: at(8), draft: { values: {} }, onServer: 'nothing' })
    const ids = () => draftEntries(list, owner).map(({ id }) => id)
    assert.deepEqual(ids(), ['three', 'one', 'four'])
    const release = draftKeeper(place, { id: 'one', path: '/add', at: at(4), draft: { values: {} } }).hold()
    assert.deepEqual(ids(), ['three', 'four'], 'without that of an open form')
    release()
  })

  test('with the draft that is wanted, else that of this tab, else the latest of the server', async () => {
    const client = new QueryClient()
    server.set('one', { form: '/add', content: JSON.stringify({ values: { title: 'of the server' } }) })
    server.set('two', { form: '/edit/1', content: JSON.stringify(input) })
    const found = async (wanted?: string, path = '/add') => (await findDraft(client, { owner, path, wanted }))?.draft.values
    assert.deepEqual(
      [await found(), await found('two'), await found('two', '/edit/1'), await found(undefined, '/none')],
      [{ title: 'of the server' }, { title: 'of the server' }, input.values, undefined],
    )
    put('three', 1)
    assert.deepEqual([await found(), await found('one')], [{ title: 'three' }, { title: 'of the server' }])
    assert.deepEqual([hasNone(client, '/add'), hasNone(client, '/none'), hasNone(new QueryClient(), '/none')], [false, true, false])
  })

  test('without one that can not be read', async () => {
    const entry = { id: 'one', path: '/add', at: '' }
    for (const content of ['not JSON', '{"values":[]}', '{}', 'null']) {
      server.set('one', { form: '/add', content })
      assert.equal(await readDraft(entry, owner), undefined, content)
    }
    isDown = true
    assert.equal(await readDraft(entry, owner), undefined)
    tabStorage.set(`moviebox.draft:${owner}:one`, 'not JSON')
    tabStorage.set(`moviebox.draft:${owner}:two`, '{"path":1}')
    assert.deepEqual(copiesOf(owner), [])
  })
})

test('a sign-out removes the copies that the server has as well, of every user, and no others', () => {
  const put = (owner: string, onServer: 'nothing' | 'same' | 'older') =>
    putCopy({ owner, id: onServer }, { path: '/add', at: '', draft: input, onServer })
  for (const each of [owner, 'another']) for (const state of ['nothing', 'same', 'older'] as const) put(each, state)
  tabStorage.set('moviebox.other', 'x')
  tabStorage.set('moviebox.draft:x', 'not readable')
  browserStorage.set('moviebox.draft:of an earlier release', 'x')
  removeStoredCopies()
  const left = [owner, 'another'].map((each) => copiesOf(each).map(({ id }) => id))
  assert.deepEqual(left, [
    ['nothing', 'older'],
    ['nothing', 'older'],
  ])
  assert.deepEqual([tabStorage.get('moviebox.other'), tabStorage.get('moviebox.draft:x')], ['x', null])
  assert.deepEqual(
    browserStorage.keys().filter((key) => key.startsWith('moviebox.draft')),
    [],
  )
  for (const each of [owner, 'another']) for (const { id } of copiesOf(each)) tabStorage.remove(`moviebox.draft:${each}:${id}`)
})

test('the loaded list shows a draft at once, and not twice, and asks again where it is on its way', async () => {
  const client = new QueryClient()
  const shown = () => client.getQueryData(draftList.queryKey)?.map(({ _id }) => _id)
  updateDraftList(client, (list) => [...list])
  assert.equal(shown(), undefined, 'what was not loaded stays so')
  client.setQueryData(draftList.queryKey, [{ _id: 'one', form: '/add', at: '' }])
  updateDraftList(client, (list) => [{ _id: 'two', form: '/add', at: '' }, ...list])
  assert.deepEqual(shown(), ['two', 'one'])
  assert.equal(client.getQueryState(draftList.queryKey)?.isInvalidated, false)
  showInList('one', { path: '/add', at: '', draft: input, onServer: 'same' })
})
