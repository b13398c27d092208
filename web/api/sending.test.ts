import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { movies } from '#contract/movies.ts'
import { session } from '#contract/session.ts'
import { clearPrefetches, prefetch } from '#web/router/prefetch.ts'
import { type ApiError, cachedAnswer, call, connect, isMissing, openStream } from './call.ts'
import { fetchFile } from './fetch-file.ts'

type Sent = { url: string; method: string; headers: Record<string, string>; body: string | undefined; signal: AbortSignal }

let sent: Sent[]
let answer: (request: Sent) => Response | Promise<Response>
let over: AbortController
let refusedTokens: string[]
const caller = () => ({ token: 'token', signal: over.signal })
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => Response.json(body, { status, headers })

beforeEach(() => {
  Object.assign(globalThis, { location: { origin: 'https://moviebox.test' } })
  sent = []
  refusedTokens = []
  over = new AbortController()
  clearPrefetches()
  mock.method(globalThis, 'fetch', async (url: string, init: Omit<Sent, 'url'>) => {
    const request = { ...init, url }
    sent.push(request)
    return answer(request)
  })
  const its = caller()
  connect({ caller: () => its, onUnauthorized: async (_, token) => void refusedTokens.push(token) })
})
afterEach(() => {
  mock.restoreAll()
  browserSays({ onLine: true })
  Reflect.deleteProperty(navigator, 'userActivation')
  connect({ caller: () => undefined, onUnauthorized: async () => {} })
})

/** What only browsers have in `navigator`. */
const browserSays = (what: { userActivation?: { isActive: boolean }; onLine?: boolean }) => Object.assign(navigator, what)

const id = '01890000-0000-7000-8000-000000000000'
const film = { title: 'Heat', genre: 'Crime', image: '', description: 'x', trailerUrl: 'https://example.org' }
/** The failure of a call. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: ApiError) => error,
  )

describe('a call sends', () => {
  test('its path, query and token, and no type where it has no body', async () => {
    answer = () => json([])
    await call(movies.list, { query: { q: 'a b', genre: ['Crime', 'Drama'] } })
    const { url, method, headers, body } = sent[0]!
    assert.deepEqual([url, method, body], ['/api/movies?q=a+b&genre=Crime&genre=Drama', 'GET', undefined])
    assert.deepEqual(headers, { accept: 'application/json', authorization: 'Bearer token' })
  })

  test('a body as JSON, and the version that it starts from', async () => {
    answer = () => json(film)
    await call(movies.update, { params: { id }, body: film }, { version: 7 })
    const { url, method, headers, body } = sent[0]!
    assert.deepEqual([url, method, JSON.parse(body ?? '')], [`/api/movies/${id}`, 'PUT', film])
    const { authorization: _, accept: __, ...own } = headers
    assert.deepEqual(own, { 'content-type': 'application/json', 'if-match': '"7"' })
  })

  test('a name with what makes something: the same for another try, and the one that it is given', async () => {
    answer = () => json({}, 503)
    for (let tries = 0; tries < 2; tries++) await failure(call(movies.create, { body: film }))
    await failure(call(movies.create, { body: film }, { name: 'given' }))
    await failure(call(movies.create, { body: { ...film, title: 'Tabu' } }))
    await failure(call(movies.create, { body: film }, { as: null }))
    const names = sent.map(({ headers }) => headers['idempotency-key'])
    assert.match(names[0] ?? '', /^[0-9a-f]{32}$/)
    assert.deepEqual([names[1], names[2], names[4]], [names[0], 'given', undefined])
    assert.notEqual(names[3], names[0])
  })

  test('no token for nobody, and that of the session which is named', async () => {
    answer = () => json({})
    await call(session.get, {}, { as: null })
    await call(session.get, {}, { as: { token: 'earlier', signal: over.signal } })
    assert.deepEqual(
      sent.map(({ headers }) => headers.authorization),
      [undefined, 'Bearer earlier'],
    )
  })

  test('for a page that nobody has touched lately that it is unattended, where it changes nothing', async () => {
    answer = () => json({})
    for (const isActive of [true, false]) {
      browserSays({ userActivation: { isActive } })
      await call(session.get, {})
      await call(movies.update, { params: { id }, body: film })
    }
    assert.deepEqual(
      sent.map(({ headers }) => headers['x-unattended']),
      [undefined, undefined, '1', undefined],
    )
  })
})

describe('an answer', () => {
  test('of a list is a page: its items, how many there are, and what follows', async () => {
    const link = '</api/movies?limit=1&after=cursor%201>; rel="next"'
    answer = () => json([{ _id: id }], 200, { 'x-total-count': '10000', 'x-total-count-relation': 'gte', link })
    assert.deepEqual(await call(movies.list, { query: {} }), { items: [{ _id: id }], total: 10_001, next: 'cursor 1' })
    answer = () => json([], 200, { 'x-total-count': '12' })
    assert.deepEqual(await call(movies.list, { query: {} }), { items: [], total: 12, next: undefined })
  })

  test('without content is nothing', async () => {
    answer = () => new Response(null, { status: 204 })
    assert.equal(await call(movies.remove, { params: { id } }), null)
  })

  test('that arrived ahead is taken once, by who it is for', async () => {
    answer = () => json([], 200, { 'x-total-count': '3' })
    prefetch('/api/movies', 'token')
    assert.equal(cachedAnswer(movies.list, {}), undefined, 'it is on its way')
    await pause(5)
    assert.deepEqual(cachedAnswer(movies.list, {}), { items: [], total: 3, next: undefined })
    assert.equal(cachedAnswer(movies.list, {}), undefined)
    prefetch('/api/movies', 'token')
    await call(movies.list, { query: {} })
    assert.equal(sent.length, 2)
    prefetch('/api/movies', 'token')
    await call(movies.update, { params: { id }, body: film })
    await call(movies.list, { query: {} })
    assert.equal(sent.length, 5, 'a change makes it old')
  })

  test('as a table is a file, under the name that the server gives it', async () => {
    answer = () => new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="movies-2026-01-01.csv"' } })
    const file = await fetchFile(movies.list, { query: { genre: 'Crime' } }, 'csv')
    assert.deepEqual([file.name, await file.text(), sent[0]?.url], ['movies-2026-01-01.csv', 'a,b', '/api/movies?genre=Crime'])
    assert.equal(sent[0]?.headers.accept, 'text/csv')
    answer = () => new Response('a,b')
    assert.equal((await fetchFile(movies.list, {}, 'csv')).name, 'list.csv')
    answer = () => json({ error: 'Too many.', code: 'too_many_exports' }, 429)
    assert.equal((await failure(fetchFile(movies.list, {}, 'csv'))).code, 'too_many_exports')
    answer = () => Promise.reject(new TypeError('no network'))
    assert.equal((await failure(fetchFile(movies.list, {}, 'csv'))).status, 0)
  })

  test('that goes on is given as it comes', async () => {
    answer = () => new Response('data')
    const response = await openStream(caller(), '/api/live', { headers: { accept: 'text/event-stream' }, signal: over.signal })
    assert.equal(await response.text(), 'data')
    assert.deepEqual(sent[0]?.headers, { accept: 'text/event-stream', authorization: 'Bearer token' })
  })
})

describe('a failure', () => {
  test('is what the server says', async () => {
    const refused = { error: 'Stale.', code: 'stale', reason: 'Used up.', fields: { title: 'Required.' }, current: { version: 2 } }
    answer = () => json(refused, 412)
    const { status, message, sentence, ...told } = await failure(call(session.get, {}))
    assert.deepEqual([status, message, sentence], [412, 'Stale.', 'Stale.'])
    const { code, reason, fields, current } = told
    assert.deepEqual({ error: message, code, reason, fields, current }, refused)
    assert.deepEqual(refusedTokens, [])
  })

  test('is told by its status alone where a proxy answers with a page of its own', async () => {
    answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    const { status, message, sentence, code, fields } = await failure(call(session.get, {}))
    assert.deepEqual([status, message, sentence, code, fields], [502, 'An error occurred', undefined, 'unknown', {}])
  })

  test('of a token is told to the session; of a proxy’s own password it is not', async () => {
    answer = () => json({ error: 'Over.', code: 'unauthenticated' }, 401)
    await failure(call(session.get, {}))
    assert.deepEqual(refusedTokens, ['token'])
    await failure(call(session.get, {}, { as: null }))
    answer = () => new Response('', { status: 401 })
    const { code, message } = await failure(call(session.get, {}))
    assert.equal(code, 'proxy')
    assert.match(message, /^A proxy in front of MovieBox asked for its own password/)
    assert.deepEqual(refusedTokens, ['token'], 'neither of nobody')
  })

  test('without an answer has the status 0, and says where there is no network', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed'))
    const { status, code, sentence, cause } = await failure(call(session.get, {}))
    assert.deepEqual([status, code, sentence, String(cause)], [0, 'unreachable', undefined, 'TypeError: fetch failed'])
    browserSays({ onLine: false })
    const offline = await failure(call(session.get, {}))
    assert.deepEqual([offline.code, offline.message], ['offline', "You're offline."])
  })

  test('is that a record is missing, where its id is none or finds nothing', async () => {
    for (const [status, isIt] of [
      [404, true],
      [422, true],
      [409, false],
    ] as const) {
      answer = () => json({}, status)
      assert.equal(isMissing(await failure(call(session.get, {}))), isIt, `${status}`)
    }
    assert.equal(isMissing(new Error('of another kind')), false)
  })
})

describe('a request is ended', () => {
  /** Never answers, until the request is ended. */
  const waiting = ({ signal }: Sent) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

  test('after its time, which counts as no answer', async () => {
    answer = waiting
    const { status, cause } = await failure(call(session.get, {}, { timeout: 10 }))
    assert.deepEqual([status, (cause as Error).name], [0, 'TimeoutError'])
  })

  test('by who asked, which is no failure of the server', async () => {
    answer = waiting
    const asking = new AbortController()
    const work = failure(call(session.get, {}, { signal: asking.signal }))
    asking.abort(new Error('not wanted any more'))
    assert.equal((await work).message, 'not wanted any more')
  })

  test('with its session, unless it is to outlive that', async () => {
    answer = waiting
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    void call(session.get, {}).then(settle, settle)
    answer = async () => {
      await pause(5)
      return json({ username: 'anna' })
    }
    const last = call(session.get, {}, { keepalive: true })
    over.abort()
    assert.deepEqual(await last, { username: 'anna' })
    await pause(10)
    assert.deepEqual(
      sent.map(({ signal }) => signal.aborted),
      [true, false],
    )
    assert.equal(isSettled, false, 'nobody hears of what an ended session has asked for')
  })
})
