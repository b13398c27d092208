import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { samples } from '#testing/samples.ts'
import { someBranch } from '#testing/some-branch.ts'

/**
 * Written out by hand and derived from nothing. A new call of the product gets its line here, and a wrong line in the contract fails. Only the
 * usual calls of an unnamed collection are assumed to be for staff, so opening one to other callers needs a line here.
 */
const named: Record<Audience, string[]> = {
  anybody: [
    'GET /livez',
    'GET /readyz',
    'GET /api/docs',
    'GET /api/docs.css',
    'GET /api/openapi.json',
    'GET /media/:hash/:file',
    'POST /api/login',
  ],
  'anybody while content is public': [
    ...reading('/api/movies'),
    ...reading('/api/branches'),
    ...reading('/api/news'),
    ...reading('/api/menus'),
    'GET /api/images',
    'GET /api/images/:id',
    'GET /api/suggestions',
  ],
  staff: [
    'GET /api/session',
    'GET /api/drafts',
    'GET /api/drafts/:id',
    'PUT /api/drafts/:id',
    'DELETE /api/drafts/:id',
    'GET /api/views',
    'POST /api/views',
    'PUT /api/views/:id',
    'DELETE /api/views/:id',
    'PUT /api/session/password',
    'POST /api/logout',
    'GET /api/users',
    'GET /api/activity',
    'GET /api/attention',
    'GET /api/live',
    'GET /api/activity/values/:filter',
    'GET /api/sessions',
    'DELETE /api/sessions',
    'DELETE /api/sessions/:id',
    ...changing('/api/movies'),
    ...changing('/api/branches'),
    ...changing('/api/news'),
    ...changing('/api/menus'),
    ...['movies', 'menus', 'branches', 'promo-codes', 'news'].flatMap((name) => importing(`/api/${name}`)),
    'POST /api/upload',
    'PUT /api/images/:id',
    'DELETE /api/images/:id',
    'POST /api/images/:id/restoration',
    'POST /api/images/:id/replacement',
    'POST /api/images/changes',
    'GET /api/images/:id/history',
    'GET /api/images/:id/uses',
    'GET /api/branches/:id/coming-bookings',
    ...reading('/api/bookings'),
    ...changing('/api/bookings'),
    'POST /api/bookings/callers',
    'PUT /api/bookings/:id/contacted',
    'POST /api/bookings/same',
    'GET /api/bookings/totals',
    'GET /api/bookings/numbers',
    'GET /api/bookings/visits',
    'GET /api/bookings/visits/calendar',
    'GET /api/bookings/:id/calendar',
    ...reading('/api/closures'),
    ...changing('/api/closures'),
    'GET /api/closures/coming',
    'GET /api/closures/:id/calendar',
    ...reading('/api/promo-codes'),
    ...changing('/api/promo-codes'),
    'GET /api/promo-codes/campaigns',
    'POST /api/promo-codes/campaigns',
    'POST /api/promo-codes/campaigns/pausing',
    'POST /api/validate',
  ],
  'super users': [
    'POST /api/users',
    'DELETE /api/users/:id',
    'POST /api/users/:id/restoration',
    'PUT /api/users/:id',
    'PUT /api/users/:id/password',
    'GET /api/sample-data',
    'POST /api/sample-data',
    'GET /api/users/:id/history',
    ...[...samples.map(({ name }) => name), 'images', 'users'].map((name) => `POST /api/${name}/:id/erasure`),
  ],
}

const isNamed = (call: string) => Object.values(named).some((list) => list.includes(call))
const unnamed = samples.flatMap(({ name }) => [...reading(`/api/${name}`), ...changing(`/api/${name}`)]).filter((call) => !isNamed(call))
const calls = { ...named, staff: [...named.staff, ...unnamed] }

/** The calls that every collection has under its path. */
function reading(path: string) {
  return [`GET ${path}`, `GET ${path}/:id`, `GET ${path}/values/:filter`]
}
function changing(path: string) {
  const ofOne = ['PUT', 'DELETE', 'POST /restoration', 'GET /history'].map((call) => call.split(' '))
  return [`POST ${path}`, `POST ${path}/changes`, ...ofOne.map(([method, rest = '']) => `${method} ${path}/:id${rest}`)]
}
function importing(path: string) {
  return [`POST ${path}/imports`, `GET ${path}/imports/:batch`]
}

type Audience = 'anybody' | 'anybody while content is public' | 'staff' | 'super users'
type Outcome = 'let in' | 401 | 403

/** What a caller without a token, a regular user and a super user get, with `PUBLIC_CONTENT` on and off. */
const outcomes: Record<Audience, Record<'on' | 'off', Record<Who, Outcome>>> = {
  anybody: {
    on: { nobody: 'let in', staff: 'let in', 'super user': 'let in' },
    off: { nobody: 'let in', staff: 'let in', 'super user': 'let in' },
  },
  'anybody while content is public': {
    on: { nobody: 'let in', staff: 'let in', 'super user': 'let in' },
    off: { nobody: 401, staff: 'let in', 'super user': 'let in' },
  },
  staff: {
    on: { nobody: 401, staff: 'let in', 'super user': 'let in' },
    off: { nobody: 401, staff: 'let in', 'super user': 'let in' },
  },
  'super users': {
    on: { nobody: 401, staff: 403, 'super user': 'let in' },
    off: { nobody: 401, staff: 403, 'super user': 'let in' },
  },
}

for (const publicContent of ['on', 'off'] as const) {
  describe(`with PUBLIC_CONTENT=${publicContent}`, () => {
    let app: TestApp
    let sessions: Awaited<ReturnType<typeof allSessions>>
    const allSessions = () => app.db.selectFrom('sessions').selectAll().execute()
    before(async () => {
      app = await testApp({ publicContent: publicContent === 'on' })
      // Sample data would be loaded into an empty chain.
      await someBranch(app)
      sessions = await allSessions()
    })
    after(() => app.close())
    // Some calls end the session that they are made with.
    afterEach(async () => {
      await app.db.deleteFrom('sessions').execute()
      await app.db.insertInto('sessions').values(sessions).execute()
    })

    for (const audience of Object.keys(calls) as Audience[]) {
      for (const call of calls[audience]) {
        test(`${call} is for ${audience}`, async () => {
          for (const who of ['nobody', 'staff', 'super user'] as const) {
            const expected = outcomes[audience][publicContent][who]
            for (const method of methodsOf(call)) assert.equal(await outcomeOf(app, method, call, who), expected, `${method} by ${who}`)
          }
        })
      }
    }
  })
}

test('every call that the server answers is in the table, and every call of the table is answered', async () => {
  const answered = new Set<string>()
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (!isFileOfWebApp(url)) answered.add(`${each} ${url}`)
    })
  subscribe('fastify.initialization', listen)
  const app = await testApp()
  unsubscribe('fastify.initialization', listen)
  await app.close()
  const named = Object.values(calls).flatMap((list) => list.flatMap((call) => methodsOf(call).map((method) => `${method} ${pathOf(call)}`)))
  assert.equal(named.length, new Set(named).size, 'no call is named twice')
  assert.deepEqual([...answered].sort(), named.sort())
})

const isFileOfWebApp = (url: string) => existsSync(join(import.meta.dirname, '..', '..', 'dist', url))
const pathOf = (call: string) => call.slice(call.indexOf(' ') + 1)

/** A caller that may use GET may also use HEAD. */
function methodsOf(call: string): Method[] {
  const method = call.split(' ')[0] as Method
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

async function outcomeOf({ app, tokens }: TestApp, method: Method, call: string, who: Who): Promise<Outcome> {
  // Without a handler, a 404 would look like access.
  assert.ok(app.hasRoute({ method, url: pathOf(call) }), `${method} ${pathOf(call)} is no call of this server`)
  const url = pathOf(call).replace(/:\w+/g, '01900000-0000-7000-8000-000000000000')
  const headers = who === 'nobody' ? {} : { authorization: `Bearer ${tokens[who]}` }
  const payload = method === 'POST' || method === 'PUT' ? { payload: {} } : {}
  const { statusCode, body } = await app.inject({ method, url, headers, ...payload })
  if (statusCode !== 401 && statusCode !== 403) {
    assert.ok(statusCode < 500, `${method} ${url} by ${who} gave ${statusCode}: ${body}`)
    return 'let in'
  }
  if (method !== 'HEAD') assert.match((JSON.parse(body) as { error: string }).error, /^[A-Z].*\.$/)
  return statusCode
}

describe('a token', () => {
  let app: TestApp
  before(async () => {
    app = await testApp()
  })
  after(() => app.close())

  for (const [what, authorization] of [
    ['that was made up', 'Bearer aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ'],
    ['that is empty', 'Bearer '],
    ['of another scheme', 'Basic YWRtaW46YWRtaW4='],
    ['under another scheme', () => `Token ${app.tokens.staff}`],
    ['without a scheme', () => app.tokens.staff],
    ['with odd characters', "Bearer ' or 1=1 --"],
  ] as const) {
    test(`${what} is refused with 401`, async () => {
      const { status } = await app.call('GET', '/api/session', 'nobody', undefined, {
        authorization: typeof authorization === 'string' ? authorization : authorization(),
      })
      assert.equal(status, 401)
    })
  }

  test('may be announced in small letters', async () => {
    const authorization = `bearer ${app.tokens.staff}`
    assert.equal((await app.call('GET', '/api/session', 'nobody', undefined, { authorization })).status, 200)
  })

  test('is refused before the body is read', async () => {
    const { status } = await app.call('POST', '/api/movies', 'nobody', '{"broken', { 'content-type': 'application/json' })
    assert.equal(status, 401)
  })
})
