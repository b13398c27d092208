import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { after, before, describe, mock, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { sendRaw } from '#testing/raw.ts'

let app: TestApp
before(async () => {
  app = await testApp({ trustProxy: 1 })
})
after(() => app.close())

/** How often an answer had to be made. */
let made = 0
subscribe('tracing:fastify.request.handler:start', () => {
  made++
})

const film = {
  title: 'Nosferatu',
  genre: 'Horror',
  image: '',
  description: 'A count travels by ship. '.repeat(100),
  trailerUrl: 'https://a.test',
}
const addFilm = async () => (await app.call('POST', '/api/movies', 'staff', film)).body as { _id: string }
const week = 7 * 24 * 3_600_000

/** Returns the answer of a call, and whether the handler ran for it. */
async function ask(...call: Parameters<TestApp['call']>) {
  const before = made
  const answer = await app.call(...call)
  return { ...answer, isMade: made > before }
}

/** Repeats a call until its answer is cached: on PostgreSQL every commit clears the cache, those of other tests' databases too. */
async function askAgain(...call: Parameters<TestApp['call']>) {
  let answer = await ask(...call)
  for (let more = 20; answer.isMade && more > 0; more--) answer = await ask(...call)
  return answer
}

describe('an answer', () => {
  for (const [name, path] of [
    ['a list', '/api/movies?genre=Horror'],
    ['a list for staff', '/api/bookings?status=0'],
    ['the values of a filter', '/api/movies/values/genre'],
  ] as const) {
    test(`is made once until something is stored: ${name}`, async () => {
      const first = await ask('GET', path, 'staff')
      const second = await askAgain('GET', path, 'staff')
      assert.deepEqual([first.isMade, second.isMade], [true, false])
      const { 'x-request-id': one, date: _, ...same } = first.headers
      const { 'x-request-id': other, date: __, ...again } = second.headers
      assert.deepEqual([again, second.body], [same, first.body])
      assert.notEqual(one, other)
      await addFilm()
      assert.ok((await ask('GET', path, 'staff')).isMade)
    })
  }

  test('is known by its entity tag, with its headers alone', async () => {
    const { _id } = await addFilm()
    await ask('GET', `/api/movies/${_id}`)
    const tag = '"1"'
    for (const known of [tag, `W/${tag}`, '*']) {
      const { status, headers, body, isMade } = await askAgain('GET', `/api/movies/${_id}`, 'nobody', undefined, { 'if-none-match': known })
      assert.deepEqual([status, body, headers.etag, headers['content-type'], isMade], [304, '', tag, undefined, false], known)
    }
    const head = await app.call('GET', `/api/movies/${_id}`)
    const { port } = app.app.server.address() as AddressInfo
    const raw = await sendRaw(port, `HEAD /api/movies/${_id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    assert.deepEqual([raw.status, raw.body, raw.headers['content-length']], [200, '', head.headers['content-length']])
  })

  test('is another one where its version is the same and something else in it has changed', async () => {
    const code = { code: 'COUNTED', percentage: 10 }
    const { _id } = (await app.call('POST', '/api/promo-codes', 'staff', code)).body as { _id: string }
    const path = `/api/promo-codes/${_id}`
    const known = { 'if-none-match': String((await ask('GET', path, 'staff')).headers.etag) }
    assert.equal((await ask('GET', path, 'staff', undefined, known)).status, 304)
    await app.db.updateTable('promoCodes').set({ uses: 1 }).where('id', '=', _id).execute()
    const { status, body, headers } = await ask('GET', path, 'staff', undefined, known)
    assert.deepEqual([status, (body as { uses: number; version: number }).uses, (body as { version: number }).version], [200, 1, 1])
    assert.notEqual(headers.etag, known['if-none-match'])
    const change = { ...code, percentage: 20 }
    assert.equal((await app.call('PUT', path, 'staff', change, { 'if-match': String(headers.etag) })).status, 200)
    assert.equal((await app.call('PUT', path, 'staff', change, { 'if-match': String(headers.etag) })).status, 412)
  })

  test('is compressed for whoever takes that, and tagged as another one', async () => {
    const { _id } = await addFilm()
    const { port } = app.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api/movies/${_id}`
    const whole = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    const plain = await whole.text()
    const tag = whole.headers.get('etag')
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['br;q=0.0,gzip; q=0', null],
      ['vibrant, gzipped', null],
    ] as const) {
      for (const _ of ['made', 'kept']) {
        const reply = await fetch(url, { headers: { 'accept-encoding': accepted } })
        assert.equal(reply.headers.get('content-encoding'), encoding, accepted)
        assert.equal(reply.headers.get('etag'), encoding ? `W/${tag}` : tag)
        assert.equal(reply.headers.get('vary'), 'accept-encoding')
        assert.equal(await reply.text(), plain)
        if (encoding) assert.ok(Number(reply.headers.get('content-length')) < plain.length / 5)
      }
    }
  })

  test('that is kept is no table, tells what came by TLS to come back so, and is refused without a host', async () => {
    const overTls = { 'x-forwarded-proto': 'https' }
    await ask('GET', '/api/menus', 'nobody', undefined, overTls)
    assert.equal((await ask('GET', '/api/menus')).headers['strict-transport-security'], undefined)
    const { headers } = await ask('GET', '/api/menus', 'nobody', undefined, { accept: 'text/csv' })
    assert.match(String(headers['content-type']), /csv/)
    const secure = await askAgain('GET', '/api/menus', 'nobody', undefined, overTls)
    assert.deepEqual([secure.isMade, secure.headers['strict-transport-security']], [false, 'max-age=31536000'])
    const { port } = app.app.server.address() as AddressInfo
    assert.equal((await sendRaw(port, 'GET /api/menus HTTP/1.1\r\nConnection: close\r\n\r\n')).status, 400)
  })

  test('that goes by the day is over at midnight', async (t) => {
    const codes = '/api/promo-codes?state=active&q=MIDNIGHT'
    const evening = new Date(2031, 2, 30, 23, 59, 30)
    await app.db.updateTable('sessions').set({ createdAt: evening.toISOString(), usedAt: evening.toISOString() }).execute()
    mock.timers.enable({ apis: ['Date'], now: evening })
    t.after(() => mock.timers.reset())
    await app.call('POST', '/api/promo-codes', 'staff', { code: 'MIDNIGHT', percentage: 10, lastDay: '2031-03-30' })
    assert.equal(((await ask('GET', codes, 'staff')).body as unknown[]).length, 1)
    assert.ok(!(await askAgain('GET', codes, 'staff')).isMade)
    mock.timers.setTime(new Date(2031, 2, 31, 0, 0).getTime())
    assert.deepEqual((await ask('GET', codes, 'staff')).body, [])
  })
})

describe('an answer for staff is not given to', () => {
  const path = '/api/bookings?status=1'

  test('somebody who is not signed in', async () => {
    assert.deepEqual([(await ask('GET', path, 'staff')).status, (await askAgain('GET', path, 'staff')).isMade], [200, false])
    assert.equal((await ask('GET', path)).status, 401)
    assert.equal((await ask('GET', path, 'nobody', undefined, { authorization: 'Bearer of-nobody' })).status, 401)
  })

  test('a token in a spelling of its own: there are more of them than could be remembered', async () => {
    await app.call('POST', '/api/users', 'super user', { username: 'speller', password: 'a-long-password', isSuperUser: true })
    await ownPasswords(app)
    const { body } = await app.call('POST', '/api/login', 'nobody', { username: 'speller', password: 'a-long-password' })
    const { token } = body as { token: string }
    for (const [authorization, ...isMade] of [
      [`Bearer ${token}`, true, false],
      [`Bearer  ${token}`, true, true],
      [`bearer ${token}`, true, true],
    ] as const)
      for (const each of isMade) {
        const answer = await (each ? ask : askAgain)('GET', `${path}&limit=7`, 'nobody', undefined, { authorization })
        assert.deepEqual([answer.status, answer.isMade], [200, each], authorization)
      }
  })

  test('whoever had to choose a password first', async () => {
    await app.call('POST', '/api/users', 'super user', { username: 'fresh', password: 'a-long-password', isSuperUser: false })
    const { token } = (await app.call('POST', '/api/login', 'nobody', { username: 'fresh', password: 'a-long-password' })).body as {
      token: string
    }
    const fresh = { authorization: `Bearer ${token}` }
    await ask('GET', path, 'staff')
    for (const _ of [1, 2]) assert.equal((await ask('GET', path, 'nobody', undefined, fresh)).status, 403)
    assert.equal((await app.call('GET', '/api/session', 'nobody', undefined, fresh)).status, 200)
    assert.equal((await ask('GET', path, 'nobody', undefined, fresh)).status, 403)
  })

  test('a session that has ended, or is over', async (t) => {
    await app.call('POST', '/api/users', 'super user', { username: 'leaving', password: 'a-long-password', isSuperUser: true })
    await ownPasswords(app)
    const signIn = async () => {
      const { body } = await app.call('POST', '/api/login', 'nobody', { username: 'leaving', password: 'a-long-password' })
      return { authorization: `Bearer ${(body as { token: string }).token}` }
    }
    const leaving = await signIn()
    for (const isMade of [true, false]) {
      const answer = await (isMade ? ask : askAgain)('GET', path, 'nobody', undefined, leaving)
      assert.deepEqual([answer.status, answer.isMade], [200, isMade])
    }
    assert.equal((await app.call('POST', '/api/logout', 'nobody', undefined, leaving)).status, 204)
    // The answer is cached again, for a user who is still signed in.
    assert.equal((await askAgain('GET', path, 'staff')).isMade, false)
    assert.equal((await ask('GET', path, 'nobody', undefined, leaving)).status, 401)

    const staying = await signIn()
    const noon = new Date(2031, 2, 30, 12)
    const createdAt = new Date(noon.getTime() - week + 30_000).toISOString()
    await app.db.updateTable('sessions').set({ createdAt, usedAt: noon.toISOString() }).execute()
    mock.timers.enable({ apis: ['Date'], now: noon })
    t.after(() => mock.timers.reset())
    for (const _ of [1, 2]) assert.equal((await ask('GET', path, 'nobody', undefined, staying)).status, 200)
    mock.timers.setTime(noon.getTime() + 30_001)
    assert.equal((await ask('GET', path, 'nobody', undefined, staying)).status, 401)
  })
})

describe('the chain’s website', () => {
  const open = async (on: TestApp, path: string, as: 'nobody' | 'staff' = 'nobody') =>
    (await on.call('GET', path, as)).headers['access-control-allow-origin']

  test('may read what everybody may, refusals included, and nothing else', async () => {
    const { _id } = await addFilm()
    for (const path of ['/api/movies', `/api/movies/${_id}`, '/api/movies?genre=', '/api/movies?nothing=1', '/api/images', '/api/menus'])
      for (const _ of ['made', 'kept']) assert.equal(await open(app, path), '*', path)
    for (const path of ['/api/movies?trash=1', '/api/bookings', '/api/users', '/api/session', '/livez', '/', '/api/nothing'])
      for (const _ of ['made', 'kept']) assert.equal(await open(app, path, 'staff'), undefined, path)
    assert.equal((await app.call('POST', '/api/movies', 'staff', film)).headers['access-control-allow-origin'], undefined)
  })

  test('may not where content isn’t public: then nobody else keeps it either', async (t) => {
    const closed = await testApp({ publicContent: false })
    t.after(() => closed.close())
    for (const _ of ['made', 'kept']) {
      assert.equal(await open(closed, '/api/movies', 'staff'), undefined)
      const { status, headers } = await closed.call('GET', '/api/movies', 'staff')
      assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
      assert.equal((await closed.call('GET', '/api/movies')).status, 401)
    }
  })
})
