import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Activity, activityKinds } from '#contract/activity.ts'
import { idOf } from '#server/db/ids.ts'
import { eraseByAge } from '#server/jobs/retention.ts'
import { adminPassword, type TestApp, testApp, type Who } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { sampleOf } from '#testing/samples.ts'
import { gather } from './events.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = { _id: string }

const film = { title: 'Heat', genre: 'Crime', image: '', description: 'x', trailerUrl: 'https://example.org' }
const password = 'a-long-enough-password'
const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function read(query = '', as: Who = 'super user', headers?: Record<string, string>): Promise<Activity[]> {
  const { status, body } = await app.call('GET', `/api/activity${query}`, as, undefined, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const add = async (title: string, as: Who = 'staff'): Promise<Item> => (await app.call('POST', '/api/movies', as, { ...film, title })).body
const addUser = async (username: string): Promise<Item> => {
  const { body } = await app.call('POST', '/api/users', 'super user', { username, password })
  await ownPasswords(app)
  return body
}
const signIn = (username: string, secret: string) => app.call('POST', '/api/login', 'nobody', { username, password: secret }, firefox)

/** Signs in and returns the headers of the new session. */
async function entered(username: string, secret = password) {
  const { token }: { token: string } = (await signIn(username, secret)).body
  return { authorization: `Bearer ${token}` }
}

/** Deletes a user and restores the user under another name. */
async function comeBackAs(username: string, id: string) {
  await app.call('DELETE', `/api/users/${id}`, 'super user')
  const { status } = await app.call('POST', `/api/users/${id}/restoration`, 'super user', { instead: { username } })
  assert.equal(status, 200)
}

const wordsOf = ({ kind, byName, title, state }: Activity) => [kind, byName, title, state].join(', ')

describe('the activity tells', () => {
  test('what was done to a record, by whom, what it was called then, and where it is now', async () => {
    const { _id } = await add('Heat')
    await app.call('PUT', `/api/movies/${_id}`, 'super user', { ...film, title: 'Heat 2' })
    await app.call('DELETE', `/api/movies/${_id}`, 'staff')
    const lines = await read('?limit=3')
    assert.deepEqual(lines.map(wordsOf), [
      'delete, staff, Heat 2, in trash',
      'update, admin, Heat 2, in trash',
      'create, staff, Heat, in trash',
    ])
    for (const { resource, recordId } of lines) assert.deepEqual([resource, recordId], ['movies', _id])
    await app.call('POST', `/api/movies/${_id}/restoration`, 'staff')
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['restore, staff, Heat 2, there'])
  })

  test('that a booking was erased, without saying whose', async () => {
    const given = { ...(await sampleOf('bookings').body(app)), fullName: 'Xyzzy Byron' }
    const { _id }: Item = (await app.call('POST', '/api/bookings', 'staff', given)).body
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['create, staff, Xyzzy Byron, there'])
    await app.call('DELETE', `/api/bookings/${_id}`, 'staff')
    await app.call('POST', `/api/bookings/${_id}/erasure`, 'super user')
    assert.deepEqual((await read('?limit=3')).map(wordsOf), ['erase, admin, , gone', 'delete, staff, , gone', 'create, staff, , gone'])
    assert.ok(!JSON.stringify(await app.db.selectFrom('activity').selectAll().execute()).includes('Xyzzy'))
    const salts = await app.db.selectFrom('activity').select('salt').where('recordId', '=', _id).execute()
    assert.deepEqual(
      salts.map(({ salt }) => salt),
      ['', '', ''],
      'nobody can find out by guessing whose it was',
    )
  })

  test('what went by its age', async () => {
    const given = { ...(await sampleOf('bookings').body(app)), date: '2020-01-01' }
    await app.call('POST', '/api/bookings', 'staff', given)
    await eraseByAge(app.db, { trashDays: 0, retentionDays: 365 }, new AbortController().signal)
    assert.deepEqual((await read('?limit=3')).map(wordsOf), ['erase, , , gone', 'delete, , , gone', 'create, staff, , gone'])
  })

  test('of users: that they came, what became of their password, and that they went', async () => {
    const { _id } = await addUser('berta')
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['create, admin, berta, there'])
    await app.call('PUT', `/api/users/${_id}/password`, 'super user', { password: 'handed-over-in-person' })
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['password, admin, berta, there'])
    const berta = await entered('berta', 'handed-over-in-person')
    const change = { currentPassword: 'handed-over-in-person', newPassword: password }
    assert.equal((await app.call('PUT', '/api/session/password', 'nobody', change, berta)).status, 200)
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['password, berta, berta, there'])
    await app.call('DELETE', `/api/users/${_id}`, 'super user')
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['delete, admin, berta, in trash'])
  })

  test('who signed in and out, from where', async () => {
    await addUser('carla')
    const carla = await entered('carla')
    const [line] = await read('?limit=1')
    assert.deepEqual([line?.kind, line?.byName, line?.browser, line?.address], ['sign-in', 'carla', 'Firefox on Windows', '127.0.0.1'])
    assert.equal((await app.call('POST', '/api/logout', 'nobody', undefined, { ...carla, ...firefox })).status, 204)
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['sign-out, carla, , '])
  })

  test('whose sessions somebody ended', async () => {
    const { _id } = await addUser('dora')
    await entered('dora')
    const [session]: Item[] = (await app.call('GET', `/api/sessions?user=${_id}`, 'super user')).body
    await app.call('DELETE', `/api/sessions/${session?._id}`, 'super user')
    assert.deepEqual((await read('?limit=1')).map(wordsOf), ['sign-out, admin, dora, there'])
    await app.call('DELETE', `/api/sessions?user=${_id}`, 'super user')
    assert.deepEqual((await read('?kind=sign-out&limit=2')).map(wordsOf), Array(2).fill('sign-out, admin, dora, there'))
  })

  test('of sign-ins that failed: how many, under whose name, and nothing of what was typed', async () => {
    await addUser('emil')
    for (let i = 0; i < 3; i++) assert.equal((await signIn('EMIL', 'my-other-password')).status, 401)
    for (const typed of ['my-secret-password', 'somebody']) assert.equal((await signIn(typed, 'x')).status, 401)
    const failed = (await read('?kind=failed+sign-in')).map(({ byName, times, address }) => [byName, times, address])
    assert.deepEqual(failed.sort(), [
      [null, 2, '127.0.0.1'],
      ['emil', 3, '127.0.0.1'],
    ])
    for (const table of ['activity', 'failedSignIns'] as const)
      assert.doesNotMatch(JSON.stringify(await app.db.selectFrom(table).selectAll().execute()), /my-(secret|other)-password|somebody/)
    assert.deepEqual(await app.db.selectFrom('failedSignIns').selectAll().execute(), [])
  })

  test('nothing any more of where somebody signed in who is erased', async () => {
    const { _id } = await addUser('frida')
    await entered('frida')
    await app.call('DELETE', `/api/users/${_id}`, 'super user')
    await app.call('POST', `/api/users/${_id}/erasure`, 'super user')
    const lines = await read('?byName=frida')
    assert.deepEqual(
      lines.map(({ kind, address, browser }) => [kind, address, browser]),
      [['sign-in', '', '']],
    )
  })

  test('nor of where they did so under an earlier name, or had a session that somebody else ended', async () => {
    const { _id } = await addUser('fiona')
    await entered('fiona')
    const [session]: Item[] = (await app.call('GET', `/api/sessions?user=${_id}`, 'super user')).body
    await app.call('DELETE', `/api/sessions/${session?._id}`, 'super user')
    await comeBackAs('fiona b', _id)
    await app.call('DELETE', `/api/users/${_id}`, 'super user')
    await app.call('POST', `/api/users/${_id}/erasure`, 'super user')
    const lines = await app.db.selectFrom('activity').selectAll().where('version', '=', 0).execute()
    assert.deepEqual(
      lines.filter(({ byId, recordId }) => byId === _id || recordId === _id).map(({ kind, details, salt }) => [kind, details, salt]),
      [
        ['sign-in', '', ''],
        ['sign-out', '', ''],
      ],
    )
  })
})

describe('whoever reads it', () => {
  test('sees everybody as a super user, and themselves otherwise', async () => {
    await add('Mine', 'staff')
    await add('Theirs', 'super user')
    await signIn('nobody-at-all', 'x')
    assert.deepEqual(new Set((await read('', 'staff')).map(({ byName }) => byName)), new Set(['staff']))
    assert.deepEqual(await read('?byName=admin', 'staff'), [])
    const names = new Set((await read()).map(({ byName }) => byName))
    assert.ok(names.has('admin') && names.has('staff') && names.has(null))
  })

  test('is told of sign-ins that failed under their own name', async () => {
    await addUser('greta')
    await signIn('greta', 'wrong')
    const greta = await entered('greta')
    assert.deepEqual(
      (await read('', 'nobody', greta)).map(({ kind }) => kind),
      ['sign-in', 'failed sign-in'],
    )
  })

  test('is told when they failed, however late that is gathered', async () => {
    const { _id } = await addUser('gerda')
    const at = new Date().toISOString()
    await signIn('gerda', 'wrong')
    await app.db.updateTable('failedSignIns').set({ at }).where('userId', '=', _id).execute()
    const lines = await read('', 'nobody', await entered('gerda'))
    assert.deepEqual(
      lines.flatMap((line) => (line.kind === 'failed sign-in' ? line.at : [])),
      [at],
    )
  })

  test('sees what they did under an earlier name', async () => {
    const { _id } = await addUser('hanna')
    await entered('hanna')
    await comeBackAs('hanna b', _id)
    const hanna = await entered('hanna b')
    const names = async (query: string) => (await read(query, 'nobody', hanna)).map(({ byName }) => byName)
    assert.deepEqual(await names(''), ['hanna b', 'hanna'])
    assert.deepEqual(await names('?byName=hanna'), ['hanna'])
    assert.deepEqual((await app.call('GET', '/api/activity/values/byName', 'nobody', undefined, hanna)).body, ['hanna b', 'hanna'])
    const other = await addUser('hanna')
    assert.deepEqual(await read('', 'nobody', await entered('hanna')).then((lines) => lines.map(({ byId }) => byId)), [other._id])
  })

  test('can choose among the people whose activity there is for them', async () => {
    const names: string[] = (await app.call('GET', '/api/activity/values/byName', 'super user')).body
    assert.ok(names.includes('admin') && names.includes('staff'))
    assert.deepEqual(
      names.filter((name) => ['hanna', 'hanna b', 'frida'].includes(name)),
      ['frida', 'hanna', 'hanna b'],
      'also under an earlier name, or of whom nothing else is left',
    )
    assert.deepEqual((await app.call('GET', '/api/activity/values/byName', 'staff')).body, ['staff'])
    assert.equal((await app.call('GET', '/api/activity/values/kind', 'staff')).status, 404)
  })

  test('has to be signed in, and gets no answer that was made for somebody else', async () => {
    assert.equal((await app.call('GET', '/api/activity', 'nobody')).status, 401)
    const own = await app.call('GET', '/api/activity?limit=5', 'staff')
    const all = await app.call('GET', '/api/activity?limit=5', 'super user')
    assert.notDeepEqual(all.body, own.body)
    assert.deepEqual((await app.call('GET', '/api/activity?limit=5', 'staff')).body, own.body)
  })

  test('cannot change it', async () => {
    const [line] = await read('?limit=1')
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      for (const path of ['', `/${line?._id}`]) assert.equal((await app.call(method, `/api/activity${path}`, 'super user', {})).status, 404)
  })
})

describe('it is filtered', () => {
  test('by person and kind, each value being enough', async () => {
    await add('One', 'staff')
    await add('Two', 'super user')
    const both = await read('?byName=staff&byName=admin&kind=create&kind=delete')
    assert.deepEqual(both.slice(0, 2).map(wordsOf), ['create, admin, Two, there', 'create, staff, One, there'])
    assert.deepEqual(
      both.map(({ _id }) => _id),
      both
        .map(({ _id }) => _id)
        .sort()
        .reverse(),
    )
    const kinds = await read('?kind=create&kind=sign-in')
    assert.deepEqual(new Set(kinds.map(({ kind }) => kind)), new Set(['create', 'sign-in']))
    assert.deepEqual(new Set((await read('?byName=staff')).map(({ byName }) => byName)), new Set(['staff']))
    const query = '?byName=staff&byName=admin&kind=create&kind=delete'
    const { headers } = await app.call('GET', `/api/activity${query}&limit=2`, 'super user')
    assert.equal(Number(headers['x-total-count']), (await read(query)).length)
  })

  test("by days of the chain's own time zone, both included", async () => {
    const at = (text: string) => new Date(text)
    for (const [name, moment] of [
      ['before', at('2019-06-09T23:59:59.999')],
      ['first', at('2019-06-10T00:00:00.000')],
      ['last', at('2019-06-11T23:59:59.999')],
      ['after', at('2019-06-12T00:00:00.000')],
    ] as const)
      await app.db
        .insertInto('history')
        .values({
          ...{ id: idOf(moment.getTime()), at: moment.toISOString(), resource: 'movies', recordId: name, version: 1, action: 'create' },
          ...{ record: JSON.stringify({ title: name }), byId: null, byName: null },
        })
        .execute()
    await gather(app.db, '')
    const titles = async (days: string) => (await read(`?at=${days}`)).map(({ title }) => title)
    assert.deepEqual(await titles('2019-06-10..2019-06-11'), ['last', 'first'])
    assert.deepEqual(await titles('2019-06-10'), ['first'])
    assert.deepEqual(await titles('..2019-06-10'), ['first', 'before'])
    assert.deepEqual(await titles('..2019-06-09&at=2019-06-12'), ['after', 'before'])
    await app.db.deleteFrom('history').where('at', '<', '2020').execute()
    await app.db.deleteFrom('activity').where('at', '<', '2020').execute()
  })

  test('by as much as can be asked for at once', async () => {
    await add('Much', 'staff')
    const people = Array.from({ length: 49 }, (_, i) => `byName=p${i}`)
    const days = Array.from({ length: 10 }, (_, i) => `at=${1970 + i}-01-01..${1970 + i}-06-30`).with(0, 'at=2020-01-01..')
    const kinds = Object.keys(activityKinds).map((kind) => `kind=${kind.replace(' ', '+')}`)
    const lines = await read(`?${[...people, 'byName=staff', ...days, ...kinds].join('&')}`)
    assert.deepEqual(lines, await read('?byName=staff'))
  })

  for (const [query, field] of [
    ['?q=heat', 'q'],
    ['?trash=1', 'trash'],
    ['?kind=nonsense', 'kind'],
    ['?at=2026-02-30', 'at'],
    ['?order=byName', 'order'],
    ['?after=x', 'after'],
  ] as const) {
    test(`and refuses what it doesn't know: ${query}`, async () => {
      const { status, body } = await app.call('GET', `/api/activity${query}`, 'super user')
      assert.deepEqual([status, Object.keys((body as { fields: object }).fields)], [422, [field]])
    })
  }
})

test('its pages neither repeat nor skip a line, whatever is done meanwhile', async () => {
  for (let i = 0; i < 10; i++) await add(`Page ${i}`)
  const there = (await read()).map(({ _id }) => _id)
  const seen: string[] = []
  let next: string | undefined = '/api/activity?limit=4'
  for (let page = 0; next !== undefined; page++) {
    const { body, headers } = await app.call('GET', next, 'super user')
    seen.push(...(body as Item[]).map(({ _id }) => _id))
    next = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
    if (page < 3) await add(`Later ${page}`)
  }
  assert.deepEqual(seen, there)
  const oldestFirst: string[] = []
  for (let next: string | undefined = '/api/activity?limit=40&order=-newest'; next !== undefined; ) {
    const { body, headers } = await app.call('GET', next, 'super user')
    oldestFirst.push(...(body as Item[]).map(({ _id }) => _id))
    next = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  assert.deepEqual(oldestFirst, oldestFirst.toSorted())
  assert.deepEqual(
    there.filter((id) => !oldestFirst.includes(id)),
    [],
  )
  const turned = (await read('?order=-newest')).map(({ _id }) => _id)
  assert.deepEqual(turned, turned.toSorted())
})

test('it can still be read where the latest of it can not be gathered', async () => {
  const { _id } = await add('Before')
  assert.equal((await read('?limit=1'))[0]?.recordId, _id)
  const rename = (from: string, to: string) => app.db.schema.alterTable(from).renameTo(to).execute()
  await rename('failed_sign_ins', 'elsewhere')
  try {
    const { status, body } = await app.call('GET', '/api/activity?limit=1', 'super user')
    assert.deepEqual([status, (body as Activity[])[0]?.recordId], [200, _id])
  } finally {
    await rename('elsewhere', 'failed_sign_ins')
  }
})

test('its table is the same list', async () => {
  const query = '?kind=create&kind=sign-in'
  const lines = await read(query)
  const { headers, body } = await app.call('GET', `/api/activity${query}`, 'super user', undefined, { accept: 'text/csv' })
  assert.match(String(headers['content-disposition']), /filename="activity-Added, Sign-ins-\d{4}-\d\d-\d\d\.csv"/)
  const [names = [], ...rows] = parseCsv(body)
  assert.deepEqual(rows.length, lines.length)
  for (const [row, line] of rows.map((row, at) => [row, lines[at]] as const))
    assert.deepEqual(
      row,
      names.map((name) => String(line?.[name as keyof Activity] ?? '')),
    )
  assert.deepEqual(names.toSorted(), Object.keys(lines[0] ?? {}).sort())
})

test('the first user and its sign-in are in it', async () => {
  await signIn('admin', adminPassword)
  const lines = await read('?order=-newest&limit=2')
  assert.deepEqual(lines.map(wordsOf), ['create, , admin, there', 'create, , staff, there'])
  assert.deepEqual((await read('?limit=1')).map(wordsOf), ['sign-in, admin, , '])
})
