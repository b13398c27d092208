import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { mostViews, type View } from '#contract/views.ts'
import { newId } from '#server/db/ids.ts'
import { type Reply, type TestApp, testApp, type Who } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.db.deleteFrom('views').execute())

const drama = { list: 'movies', name: 'Dramas', query: 'genre=Drama&order=title' }

const save = (more: object = {}, as: Who = 'staff') => app.call('POST', '/api/views', as, { ...drama, ...more })
const listed = async (as: Who = 'staff') => (await app.call('GET', '/api/views', as)).body as View[]
const namesOf = async (as?: Who) => (await listed(as)).map(({ name }) => name)
const sentence = ({ status, body }: Reply) => [status, (body as { error: string }).error]

async function saved(more: object = {}, as: Who = 'staff'): Promise<View> {
  const { status, body } = await save(more, as)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

const change = ({ _id, version }: View, more: object, as: Who = 'staff') =>
  app.call('PUT', `/api/views/${_id}`, as, { ...drama, ...more }, { 'if-match': `"${version}"` })
const remove = ({ _id, version }: View, as: Who = 'staff') =>
  app.call('DELETE', `/api/views/${_id}`, as, undefined, { 'if-match': `"${version}"` })

describe('a view', () => {
  test('is saved, listed by name, renamed, replaced and deleted', async () => {
    const view = await saved()
    assert.deepEqual(
      { ...view, _id: '', createdAt: '', updatedAt: '' },
      {
        ...drama,
        ...{ layout: '', shared: false, version: 1, _id: '', createdAt: '', updatedAt: '' },
      },
    )
    await saved({ list: 'bookings', name: 'All of them', query: '', layout: 'rows' })
    assert.deepEqual(await namesOf(), ['All of them', 'Dramas'])
    const { status, body } = await change(view, { name: 'Old dramas', query: 'genre=Drama&order=-changed' })
    assert.deepEqual([status, (body as View).version, (body as View).query], [200, 2, 'genre=Drama&order=-changed'])
    assert.deepEqual(await namesOf(), ['All of them', 'Old dramas'])
    assert.equal((await remove(body)).status, 204)
    assert.deepEqual([await namesOf(), (await remove(body)).status], [['All of them'], 404])
  })

  test('is for its own user: nobody else, no super user either, sees, changes or deletes it', async () => {
    const view = await saved()
    assert.deepEqual(await listed('super user'), [])
    assert.deepEqual([(await change(view, {}, 'super user')).status, (await remove(view, 'super user')).status], [404, 404])
    assert.equal((await save({}, 'super user')).status, 201, 'another user may use the same name')
    assert.deepEqual(await listed(), [view])
  })

  test('that another window has changed is neither overwritten nor deleted', async () => {
    const view = await saved()
    const now = (await change(view, { query: '' })).body as View
    for (const late of [await change(view, { name: 'Mine' }), await remove(view)])
      assert.deepEqual([late.status, (late.body as { current: View }).current], [412, now])
    assert.deepEqual(await listed(), [now])
  })

  test('has a name of its own among the views of its user and list, whatever its case', async () => {
    const view = await saved()
    const taken = [409, 'One of your views already has this name.']
    assert.deepEqual(sentence(await save({ name: ' DRAMAS ', query: '' })), taken)
    const other = await saved({ name: 'Others' })
    assert.deepEqual(sentence(await change(other, { name: 'dramas' })), taken)
    assert.equal((await change(view, { name: 'DRAMAS' })).status, 200, 'it may keep its own')
    assert.equal((await save({ list: 'branches', query: '' })).status, 201, 'another list has names of its own')
  })

  test('is saved once, however many windows save it at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await save()).status))
    assert.deepEqual(statuses.sort(), [201, 409, 409, 409, 409, 409])
  })

  test('may name days that move with the calendar, where its list has days', async () => {
    await saved({ list: 'bookings', name: 'Open today', query: 'date=today&status=0' })
    await saved({ list: 'news', name: 'News of this week', query: 'date=this-week&date=2026-01-01..' })
    assert.equal((await save({ list: 'bookings', query: 'date=yesterday' })).status, 422)
    assert.equal((await save({ list: 'bookings', query: 'status=today' })).status, 422)
  })

  test('whose filter no longer exists can still be renamed, but not saved with other filters that are unknown', async () => {
    const view = await saved()
    await app.db.updateTable('views').set({ query: 'studio=Ufa&order=title' }).execute()
    const renamed = (await change(view, { name: 'Ufa', query: 'studio=Ufa&order=title' })).body as View
    assert.deepEqual([renamed.name, renamed.query], ['Ufa', 'studio=Ufa&order=title'])
    assert.equal((await change(renamed, { name: 'Ufa', query: 'studio=Bavaria' })).status, 422)
  })
})

describe('a shared view', () => {
  test('is seen by all users, and made, changed and deleted by super users alone', async () => {
    const refused = [403, 'Only super users can do this.']
    assert.deepEqual(sentence(await save({ shared: true })), refused)
    const own = await saved()
    assert.deepEqual(sentence(await change(own, { shared: true })), refused)
    const view = await saved({ name: 'For all', shared: true }, 'super user')
    assert.deepEqual(await namesOf(), ['Dramas', 'For all'])
    assert.deepEqual([sentence(await change(view, { shared: true })), sentence(await remove(view))], [refused, refused])
    const now = (await change(view, { name: 'For everybody', shared: true }, 'super user')).body as View
    assert.deepEqual(await namesOf(), ['Dramas', 'For everybody'])
    assert.equal((await remove(now, 'super user')).status, 204)
    assert.deepEqual(await namesOf(), ['Dramas'])
  })

  test('has its own name among the shared views, and can be made out of an own view and back', async () => {
    const view = await saved({}, 'super user')
    const shared = (await change(view, { shared: true }, 'super user')).body as View
    assert.deepEqual([shared.shared, await namesOf()], [true, ['Dramas']])
    assert.deepEqual(sentence(await save({ shared: true }, 'super user')), [409, 'A shared view already has this name.'])
    await saved()
    assert.equal((await change(shared, { shared: false }, 'super user')).status, 200)
    assert.deepEqual([await namesOf(), await namesOf('super user')], [['Dramas'], ['Dramas']])
  })
})

describe('a view is refused with a sentence', () => {
  for (const [more, words] of [
    [{ name: '' }, 'Name is required.'],
    [{ name: 'x'.repeat(61) }, 'Name is too long: at most 60 characters.'],
    [{ list: 'users' }, '"list" must be one of movies, images, branches, news, menus, bookings, closures, promoCodes.'],
    [{ query: 'studio=Ufa' }, /^Unknown parameter. Use q, genre, cover, /],
    [{ query: 'order=size' }, /^The order must be one of newest, -newest/],
    [{ query: 'trash=1' }, 'A view can\'t contain "trash".'],
    [{ query: 'limit=5' }, 'A view can\'t contain "limit".'],
    [{ query: 'after=x' }, 'A view can\'t contain "after".'],
    [{ query: `q=${'x'.repeat(1_999)}` }, 'A view can have at most 2,000 characters of filters and search words.'],
    [{ query: `q=${'x'.repeat(201)}` }, 'A search can have at most 200 characters.'],
    [{ query: 'genre=\0' }, '"query" must be the query of a list, such as genre=Drama&order=title.'],
    [{ list: 'bookings', query: 'q=Grace+Hopper&status=1' }, 'Views of bookings keep filters, not search words.'],
    [{ list: 'bookings', query: 'status=7' }, 'Status must be one of 0, 1, 2.'],
    [{ layout: 'tiles' }, '"layout" must be one of cards, rows, or empty.'],
    [{ shared: 'yes' }, 'Shared must be true or false.'],
  ] as const)
    test(JSON.stringify(more).slice(0, 50), async () => {
      const [status, error] = sentence(await save(more))
      assert.equal(status, 422)
      if (typeof words === 'string') assert.equal(error, words)
      else assert.match(String(error), words)
      assert.deepEqual(await listed(), [])
    })
})

test('a user has at most 100 views, and at most 100 are shared', async () => {
  const { id: userId } = await app.db.selectFrom('users').select('id').where('username', '=', 'staff').executeTakeFirstOrThrow()
  const at = new Date().toISOString()
  const rows = (owner: string | null, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ id: newId(), userId: owner, list: 'movies' as const, name: `View ${index}`, nameKey: `view ${index}` },
      ...{ query: '', layout: '' as const, version: 1, createdAt: at, updatedAt: at },
    }))
  await app.db
    .insertInto('views')
    .values([...rows(userId, mostViews), ...rows(null, mostViews - 1)])
    .execute()
  assert.deepEqual(sentence(await save()), [409, 'You can have at most 100 views. Delete a view first.'])
  const [own] = (await listed()).filter(({ shared }) => !shared)
  assert.ok(own)
  assert.equal((await change(own, { name: 'Another name' })).status, 200, 'those that exist can be changed')
  await saved({ shared: true }, 'super user')
  const sentenceOfAll = [409, 'At most 100 views can be shared. Delete a shared view first.']
  assert.deepEqual(sentence(await save({ name: 'One more', shared: true }, 'super user')), sentenceOfAll)
  const view = await saved({}, 'super user')
  assert.deepEqual(sentence(await change(view, { name: 'One more', shared: true }, 'super user')), sentenceOfAll)
  assert.equal((await listed()).length, 2 * mostViews)
})

test('the views of a deleted user come back with the user and are erased with the user; those that the user shared stay', async () => {
  const [username, password] = ['dora', 'a-long-enough-password']
  const { _id }: View = (await app.call('POST', '/api/users', 'super user', { username, password, isSuperUser: true })).body
  await ownPasswords(app)
  const signIn = async () => {
    const { token }: { token: string } = (await app.call('POST', '/api/login', 'nobody', { username, password })).body
    return { authorization: `Bearer ${token}` }
  }
  let hers = await signIn()
  for (const body of [drama, { ...drama, name: 'For all', shared: true }])
    assert.equal((await app.call('POST', '/api/views', 'nobody', body, hers)).status, 201)
  assert.equal((await app.call('DELETE', `/api/users/${_id}`, 'super user')).status, 204)
  assert.deepEqual(await namesOf(), ['For all'])
  assert.equal((await app.call('POST', `/api/users/${_id}/restoration`, 'super user', {})).status, 200)
  hers = await signIn()
  const back = (await app.call('GET', '/api/views', 'nobody', undefined, hers)).body as View[]
  assert.deepEqual(
    back.map(({ name }) => name),
    ['Dramas', 'For all'],
  )
  assert.equal((await app.call('DELETE', `/api/users/${_id}`, 'super user')).status, 204)
  assert.equal((await app.call('POST', `/api/users/${_id}/erasure`, 'super user')).status, 204)
  const left = await app.db.selectFrom('views').select('name').execute()
  assert.deepEqual(left, [{ name: 'For all' }])
})

test('views are in neither the history nor the activity', async () => {
  await remove(await saved({ name: 'A private matter' }))
  const { body } = await app.call('GET', '/api/activity', 'super user')
  assert.ok(!JSON.stringify([body, await app.db.selectFrom('history').select('record').execute()]).includes('A private matter'))
})
