import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { after, afterEach, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Message } from '#contract/live.ts'
import { hash, personOf, startSession } from '#server/auth/sessions.ts'
import { Deadline } from '#server/db/deadline.ts'
import { transact } from '#server/db/transaction.ts'
import { type Authenticate, guard } from '#server/http/guard.ts'
import { httpServer } from '#server/http/server.ts'
import { openProduct } from '#server/startup/product.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { addLines } from '#testing/history-lines.ts'
import { stopwatch } from '#testing/linux.ts'
import { eventually } from '#testing/pictures.ts'
import { type Listening, listen, portOf } from '#testing/stream.ts'
import { Live, type Pace } from './live.ts'
import { liveRoutes } from './routes.ts'

let app: TestApp
const open: Listening[] = []
before(async () => {
  app = await testApp()
})
after(() => app.close())
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

const film = {
  title: 'Nosferatu',
  genre: 'Horror',
  image: '',
  description: 'He comes by ship.',
  trailerUrl: 'https://archive.org/nosferatu',
}
const addFilm = async () => (await app.call('POST', '/api/movies', 'staff', film)).body as { _id: string; version: number }

async function listenAs(token = app.tokens.staff, query = 'since=0', headers = {}, port?: number) {
  const stream = await listen(port ?? (await portOf(app.app)), token, query, headers)
  open.push(stream)
  return stream
}

/** The stream alone, on the same database, with another pace. */
async function paced(pace: Partial<Pace>, authenticate: Authenticate = personOf) {
  const server = httpServer({ ...app.config, logLevel: 'silent' })
  liveRoutes(server, guard(app.db, authenticate, true), { look: 20, sessions: 20, ...pace })
  const port = await portOf(server)
  const connections = () => new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)))
  return { port, connections, close: () => server.close(), [Symbol.asyncDispose]: () => server.close().then(() => {}) }
}

test('a change is told, with who made it and nothing of what is in it, to those who are signed in', async () => {
  const stream = await listenAs(app.tokens['super user'])
  assert.equal(stream.status, 200)
  assert.match(stream.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(stream.headers['x-accel-buffering'], 'no')
  assert.match(stream.headers['cache-control'] ?? '', /no-transform/)
  assert.equal(stream.headers['content-encoding'], undefined)
  assert.ok('content-security-policy' in stream.headers)
  const { _id } = await addFilm()
  assert.ok(await stream.until(() => stream.moved('movies').length > 0, 2_000), 'within two seconds')
  assert.deepEqual(stream.moved('movies'), [
    { resource: 'movies', count: 1, changes: [{ _id, version: 1, action: 'create', by: 'staff' }] },
  ])
  await app.call('DELETE', `/api/movies/${_id}`, 'staff')
  await app.call('POST', `/api/movies/${_id}/restoration`, 'staff')
  await app.call('DELETE', `/api/movies/${_id}`, 'staff')
  await app.call('POST', `/api/movies/${_id}/erasure`, 'super user')
  const actions = () => stream.moved('movies').flatMap(({ changes }) => changes.map(({ action }) => action))
  assert.ok(await stream.until(() => actions().length === 5))
  assert.deepEqual(actions(), ['create', 'delete', 'restore', 'delete', 'erase'])
  assert.doesNotMatch(stream.text(), /Nosferatu/)
})

test('changes of many records at once are told one by one', async () => {
  const films = [await addFilm(), await addFilm()]
  const stream = await listenAs()
  const changes = films.map(({ _id }) => ({ _id, version: 1, genre: 'Comedy' }))
  assert.equal((await app.call('POST', '/api/movies/changes', 'staff', { changes })).status, 200)
  const told = () => stream.moved('movies').flatMap(({ changes }) => changes.filter(({ action }) => action === 'update'))
  assert.ok(await stream.until(() => told().length === films.length))
  assert.deepEqual(
    told(),
    films.map(({ _id }) => ({ _id, version: 2, action: 'update', by: 'staff' })),
  )
})

test('nobody else listens, and who does has to say from when on', async () => {
  assert.equal((await app.call('GET', '/api/live?since=0')).status, 401)
  assert.equal((await app.call('GET', '/api/live', 'staff')).status, 422)
  assert.equal((await app.call('GET', '/api/live?since=0&in=movies', 'staff')).status, 422)
  const tooMany = Array.from({ length: 21 }, () => `in=movies/${randomUUID()}`).join('&')
  assert.equal((await app.call('GET', `/api/live?since=0&${tooMany}`, 'staff')).status, 422)
})

test('what is done to users is told to super users alone, but for that something was', async () => {
  const [staff, manager] = [await listenAs(), await listenAs(app.tokens['super user'])]
  const made = await app.call('POST', '/api/users', 'super user', {
    username: `u${randomUUID()}`,
    password: 'a-password-of-hers',
    isSuperUser: false,
  })
  assert.equal(made.status, 201)
  for (const stream of [staff, manager]) assert.ok(await stream.until(() => stream.moved('users').length > 0))
  assert.deepEqual(staff.moved('users'), [{ resource: 'users', count: 1, changes: [] }])
  assert.equal(manager.moved('users')[0]!.changes.length, 1)
})

describe('whoever comes again', () => {
  test('hears what they missed', async () => {
    const first = await listenAs()
    await addFilm()
    assert.ok(await first.until(() => first.moved('movies').length > 0))
    first.close()
    const { _id } = await addFilm()
    // A browser also says how old its page is, which is longer ago than anybody remembers.
    const second = await listenAs(app.tokens.staff, 'since=86400000', { 'last-event-id': first.lastId() })
    assert.ok(await second.until(() => second.messages().length > 0))
    assert.deepEqual(
      second.moved('movies').flatMap(({ changes }) => changes.map((change) => change._id)),
      [_id],
    )
  })

  test('after more than anybody remembers begins anew', async () => {
    const { _id, ...rest } = await addFilm()
    const first = await listenAs()
    assert.ok(await first.until(() => first.messages().length > 0))
    first.close()
    const entry = await app.db.selectFrom('history').selectAll().where('recordId', '=', _id).executeTakeFirstOrThrow()
    const many = Array.from({ length: 1_001 }, (_, i) => ({ ...entry, id: randomUUID(), version: rest.version + 1 + i }))
    for (let at = 0; at < many.length; at += 100) await addLines(app.db, many.slice(at, at + 100))
    const second = await listenAs(app.tokens.staff, '', { 'last-event-id': first.lastId() })
    assert.ok(await second.until(() => second.messages().length > 0))
    assert.deepEqual(second.messages()[0], { anew: true })
    const ahead = await listenAs(app.tokens.staff, '', { 'last-event-id': '999999999' })
    assert.ok(await ahead.until(() => ahead.messages().length > 0))
    assert.deepEqual(ahead.messages()[0], { anew: true }, 'a place that the database has not reached')
  })

  test('and knows what they know for longer than anybody has looked, begins anew; for a moment, from there', async () => {
    await using server = await paced({})
    const cold = await listenAs(app.tokens.staff, 'since=1000', {}, server.port)
    assert.ok(await cold.until(() => cold.messages().length > 0))
    assert.deepEqual(cold.messages()[0], { anew: true })
    await pause(1_500)
    const added = performance.now()
    const { _id } = await addFilm()
    // The server has looked for longer than this, also where a busy machine adds the film slowly.
    const since = Math.ceil(performance.now() - added) + 1_000
    const warm = await listenAs(app.tokens.staff, `since=${since}`, {}, server.port)
    assert.ok(await warm.until(() => warm.messages().length > 0))
    assert.equal(warm.moved('movies')[0]?.changes[0]?._id, _id)
  })
})

test('what others are told while somebody comes, they hear too', async (t) => {
  const [read, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isComing = false
  let reading: object | undefined
  /** Keeps back what the one who comes has read first. */
  const slow: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (isComing && app.db.getExecutor().compileQuery(node, queryId).sql.includes('record_id')) reading ??= queryId
      return node
    },
    async transformResult({ queryId, result }) {
      if (queryId !== reading) return result
      read.resolve()
      await told.promise
      return result
    },
  }
  const live = new Live(app.db.withPlugin(slow), { warn: () => {} }, { look: 20 })
  t.after(() => live.close())
  const { person } = (await personOf(app.db, app.tokens.staff))!
  async function come(tell: (said: string) => void) {
    const stream = { send: (event: object) => tell(JSON.stringify(event)), beat: () => {}, end: () => {} }
    await live.listen({ person, tokenHash: hash(app.tokens.staff), records: [] }, { since: 0 }, new Deadline(5_000), () => stream)
  }
  await come((said) => said.includes('"count"') && told.resolve())
  isComing = true
  let heard = ''
  const hasCome = come((said) => {
    heard += said
  })
  await read.promise
  const { _id } = await addFilm()
  await told.promise
  await hasCome
  assert.match(heard, new RegExp(_id))
})

test('while nobody listens, the database is asked for a while longer and then no more', async () => {
  await using server = await paced({ rest: 1_000 })
  const first = await listenAs(app.tokens.staff, 'since=0', {}, server.port)
  await pause(500)
  first.close()
  await pause(100)
  const second = await listenAs(app.tokens.staff, 'since=400', {}, server.port)
  assert.ok(await second.until(() => second.messages().length > 0))
  assert.deepEqual(second.messages()[0], { moved: [] }, 'it is known what was there')
  second.close()
  await pause(1_600)
  const third = await listenAs(app.tokens.staff, 'since=100', {}, server.port)
  assert.ok(await third.until(() => third.messages().length > 0))
  assert.deepEqual(third.messages()[0], { anew: true }, 'nobody has looked')
})

test('five thousand changes at once are one message', async () => {
  const { _id } = await addFilm()
  // A feed of its own: nothing of what other tests have changed is on its way there.
  await using server = await paced({})
  const stream = await listenAs(app.tokens.staff, 'since=0', {}, server.port)
  assert.ok(await stream.until(() => stream.messages().length > 0))
  const entry = await app.db.selectFrom('history').selectAll().where('recordId', '=', _id).executeTakeFirstOrThrow()
  await transact(app.db, undefined, async (trx) => {
    const many = Array.from({ length: 5_000 }, (_, i) => ({ ...entry, id: randomUUID(), version: 2 + i }))
    for (let at = 0; at < many.length; at += 500) await addLines(trx, many.slice(at, at + 500))
  })
  const large = () => stream.messages().filter(({ anew, moved = [] }) => anew || moved.some(({ count }) => count > 100))
  assert.ok(await stream.until(() => large().length > 0))
  await pause(200)
  assert.deepEqual(large(), [{ anew: true }])
})

describe('a stream ends', () => {
  const anotherSession = async (who: 'staff' | 'super user' = 'staff') => {
    const { person } = (await personOf(app.db, app.tokens[who]))!
    return transact(app.db, undefined, (trx) => startSession(trx, person._id))
  }

  test('with its session, whichever way that ends, and no other one does', async () => {
    await using server = await paced({})
    const [mine, other] = [await anotherSession(), await anotherSession()]
    const [ends, stays] = [await listenAs(mine, 'since=0', {}, server.port), await listenAs(other, 'since=0', {}, server.port)]
    await app.call('POST', '/api/logout', 'nobody', undefined, { authorization: `Bearer ${mine}` })
    assert.ok(await ends.over())
    assert.equal(stays.isOver(), false)
    await app.db.updateTable('sessions').set({ usedAt: '2026-01-01T00:00:00.000Z' }).where('tokenHash', '=', hash(other)).execute()
    assert.ok(await stays.over(), 'nobody has used it for too long')
  })

  test('with the role of its user: a super user who became a regular user learns nothing more about users', async () => {
    await using server = await paced({})
    const stream = await listenAs(await anotherSession(), 'since=0', {}, server.port)
    const { _id } = (await personOf(app.db, app.tokens.staff))!.person
    const changeRole = (isSuperUser: boolean) => app.call('PUT', `/api/users/${_id}`, 'super user', { isSuperUser })
    assert.equal((await changeRole(true)).status, 200)
    assert.ok(await stream.over())
    const asSuperUser = await listenAs(await anotherSession(), 'since=0', {}, server.port)
    assert.equal(asSuperUser.status, 200)
    assert.equal((await changeRole(false)).status, 200)
    assert.ok(await asSuperUser.over())
  })

  test('with the server, at once', async () => {
    const server = await paced({})
    const stream = await listenAs(app.tokens.staff, 'since=0', {}, server.port)
    const elapsed = stopwatch()
    await server.close()
    assert.ok(await stream.over())
    assert.ok(elapsed() < 1_000)
  })

  test('that begins while the server ends', async () => {
    const ending = new Live(app.db, { warn: () => {} })
    let ended = 0
    const { person } = (await personOf(app.db, app.tokens.staff))!
    const stream = { send: () => {}, beat: () => {}, end: () => ended++ }
    const begun = ending.listen({ person, tokenHash: '', records: [] }, { since: 0 }, new Deadline(1_000), () => stream)
    await Promise.all([ending.close(), begun])
    assert.equal(ended, 1)
  })

  test('with the server, which waits for the look that is under way: the database is closed after that', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isHeld) return result
        begun.resolve()
        await goOn.promise
        return result
      },
    }
    const live = new Live(app.db.withPlugin(slow), { warn: () => {} }, { look: 5 })
    const { person } = (await personOf(app.db, app.tokens.staff))!
    const stream = { send: () => {}, beat: () => {}, end: () => {} }
    await live.listen({ person, tokenHash: hash(app.tokens.staff), records: [] }, { since: 0 }, new Deadline(5_000), () => stream)
    isHeld = true
    await begun.promise
    let isClosed = false
    const closing = live.close().then(() => {
      isClosed = true
    })
    await pause(30)
    assert.equal(isClosed, false)
    goOn.resolve()
    await closing
  })

  test('when the database can not say what is new, and once it can, whoever comes again hears of it', async () => {
    await using server = await paced({})
    const come = () => listenAs(app.tokens.staff, 'since=0', {}, server.port)
    const numbers = process.env.TEST_DATABASE === 'postgres' ? 'changes' : 'history'
    const rename = (from: string, to: string) => app.db.schema.alterTable(from).renameTo(to).execute()
    const stream = await come()
    assert.equal(stream.status, 200)
    await rename(numbers, 'elsewhere')
    try {
      assert.ok(await stream.over())
      assert.ok((await come()).status >= 500)
    } finally {
      await rename('elsewhere', numbers)
    }
    const again = await come()
    await addFilm()
    assert.ok(await again.until(() => again.moved('movies').length > 0))
  })

  test('after its time, so that whoever is gone without a word is missed, and says meanwhile that it is true', async () => {
    await using server = await paced({ beat: 50, stream: 300 })
    const stream = await listenAs(app.tokens.staff, 'since=0', {}, server.port)
    assert.ok(await stream.until(() => stream.text().includes(': true')))
    assert.ok(await stream.over())
  })
})

test('one person has so many streams and no more, and there is an end to all of them', async () => {
  await using few = await paced({ mostOfOne: 2 })
  const mine = [1, 2, 3].map(() => listenAs(app.tokens.staff, 'since=0', {}, few.port))
  assert.deepEqual((await Promise.all(mine)).map(({ status }) => status).sort(), [200, 200, 429])
  assert.equal((await Promise.all(mine)).find(({ status }) => status === 429)?.headers['retry-after'], '60')
  assert.equal((await listenAs(app.tokens['super user'], 'since=0', {}, few.port)).status, 200)
  for (const stream of await Promise.all(mine)) stream.close()
  await eventually(async () => (await few.connections()) === 1)
  assert.equal((await listenAs(app.tokens.staff, 'since=0', {}, few.port)).status, 200, 'those that have ended make room')
  await using full = await paced({ most: 1 })
  assert.equal((await listenAs(app.tokens.staff, 'since=0', {}, full.port)).status, 200)
  const refused = await listenAs(app.tokens['super user'], 'since=0', {}, full.port)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '30'])
})

test('usually a stream says every ten seconds that it is true, and ends after forty, and the database is asked for a minute longer', async ({
  mock,
}) => {
  let now = performance.now()
  mock.method(performance, 'now', () => now)
  let looks = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      looks++
      return result
    },
  }
  // The database's answers take no time by this clock, and a look follows the other at once.
  const live = new Live(app.db.withPlugin(counting), { warn: () => {} }, { look: 1 })
  const { person } = (await personOf(app.db, app.tokens.staff))!
  const begun = now
  const seconds = () => Math.round((now - begun) / 1_000)
  const [beats, ends]: [number[], number[]] = [[], []]
  const stream = { send: () => {}, beat: () => beats.push(seconds()), end: () => ends.push(seconds()) }
  let leave = () => {}
  await live.listen({ person, tokenHash: hash(app.tokens.staff), records: [] }, { since: 0 }, new Deadline(5_000), (closed) => {
    leave = closed
    return stream
  })
  /** Lets this time pass, and two looks. */
  async function pass(milliseconds: number) {
    now += milliseconds
    for (const until = looks + 4; looks < until; ) await pause(1)
  }
  while (ends.length === 0) await pass(500)
  assert.deepEqual([beats.map((at) => Math.floor(at / 10)), beats.length], [[1, 2, 3], 3])
  assert.ok(ends[0]! >= 40 && ends[0]! <= 41, `${ends}`)
  leave()
  const [left, counted] = [seconds(), () => looks]
  while (seconds() < left + 59) await pass(1_000)
  now += 2_000
  await pause(50)
  const last = counted()
  await pause(50)
  assert.equal(counted(), last, 'after that it is asked no more')
  await live.close()
})

test('streams that one person asks for at the same moment count before they have begun', async () => {
  const held: (() => void)[] = []
  await using server = await paced({ mostOfOne: 2 }, async (...call) => {
    if (held.length < 3) await new Promise<void>((goOn) => held.push(goOn))
    return personOf(...call)
  })
  const mine = [1, 2, 3].map(() => listenAs(app.tokens.staff, 'since=0', {}, server.port))
  while (held.length < 3) await pause(10)
  for (const goOn of held) goOn()
  assert.deepEqual((await Promise.all(mine)).map(({ status }) => status).sort(), [200, 200, 429])
})

test('whoever hangs up while their stream is about to begin takes no room', async () => {
  const calls: (() => void)[] = []
  await using server = await paced({ mostOfOne: 1 }, async (...call) => {
    if (calls.length === 0) await new Promise<void>((goOn) => calls.push(goOn))
    return personOf(...call)
  })
  const headers = { authorization: `Bearer ${app.tokens.staff}` }
  const gone = get({ host: '127.0.0.1', port: server.port, path: '/api/live?since=0', headers }).on('error', () => {})
  while (calls.length === 0) await pause(10)
  gone.destroy()
  await eventually(async () => (await server.connections()) === 0)
  calls[0]?.()
  await pause(50)
  assert.equal((await listenAs(app.tokens.staff, 'since=0', {}, server.port)).status, 200)
})

describe('who is in a record', () => {
  const record = `movies/${randomUUID()}`
  const names = (stream: Listening) => stream.messages().findLast(({ open }) => open)?.open?.[0]?.names

  test('is told to the others in it, and to nobody else, until their stream ends', async () => {
    const [staff, manager] = [
      await listenAs(app.tokens.staff, `since=0&in=${record}`),
      await listenAs(app.tokens['super user'], `since=0&in=${record}`),
    ]
    const elsewhere = await listenAs(app.tokens.staff)
    assert.ok(await staff.until(() => names(staff)?.join() === 'admin'))
    assert.ok(await manager.until(() => names(manager)?.join() === 'staff'))
    const [resource, _id] = record.split('/')
    assert.deepEqual(manager.messages().findLast(({ open }) => open)?.open, [{ resource, _id, names: ['staff'] }])
    await addFilm()
    assert.ok(await manager.until(() => manager.moved('movies').length > 0))
    assert.equal(manager.messages().filter(({ open }) => open?.[0]?.names.length === 1).length, 1, 'once')
    assert.equal(
      elsewhere.messages().some(({ open }: Message) => open),
      false,
    )
    staff.close()
    assert.ok(await manager.until(() => names(manager)?.length === 0), 'gone within seconds')
  })

  const severally = process.env.TEST_DATABASE === 'postgres' ? test : () => {}
  severally('is told across servers that share a database, and what is changed there too', async (t: TestContext) => {
    const other = await openProduct({ ...app.config, dataDir: `${app.dataDir}-other` })
    t.after(() => other.close().catch(() => {}))
    const here = await listenAs(app.tokens.staff, `since=0&in=${record}`)
    const there = await listenAs(app.tokens['super user'], `since=0&in=${record}`, {}, await portOf(other.app))
    assert.ok(await here.until(() => names(here)?.join() === 'admin'))
    assert.ok(await there.until(() => names(there)?.join() === 'staff'))
    const { _id } = await addFilm()
    assert.ok(await there.until(() => there.moved('movies').some(({ changes }) => changes.some((change) => change._id === _id)), 2_000))
    there.close()
    assert.ok(await here.until(() => names(here)?.length === 0))
    await listenAs(app.tokens['super user'], `since=0&in=${record}`, {}, await portOf(other.app))
    assert.ok(await here.until(() => names(here)?.join() === 'admin'))
    await other.close()
    assert.ok(await here.until(() => names(here)?.length === 0, 5_000), 'a server that ends takes its people along')
  })
})

test('a session is not used by what nobody has asked for', async () => {
  const { person } = (await personOf(app.db, app.tokens.staff))!
  const token = await transact(app.db, undefined, (trx) => startSession(trx, person._id, new Date(Date.now() - 3_600_000)))
  const usedAt = async () =>
    (await app.db.selectFrom('sessions').select('usedAt').where('userId', '=', person._id).orderBy('id', 'desc').executeTakeFirstOrThrow())
      .usedAt
  const ask = (headers: Record<string, string>) =>
    app.call('GET', '/api/bookings', 'nobody', undefined, { authorization: `Bearer ${token}`, ...headers })
  const before = await usedAt()
  assert.equal((await ask({ 'x-unattended': '1' })).status, 200)
  assert.equal(await usedAt(), before)
  assert.equal((await ask({})).status, 200)
  assert.notEqual(await usedAt(), before)
})
