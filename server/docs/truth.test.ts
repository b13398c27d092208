import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tableTypes } from '#server/http/table-format.ts'
import { adminPassword, type Reply, type TestApp, testApp, type Who } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { samples } from '#testing/samples.ts'

type Parameter = { name: string; in: string; schema: { type?: string; minimum?: number; maximum?: number } }
type Response = { headers?: object; content?: object }
type Operation = { parameters: Parameter[]; responses: Record<string, Response> }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

let app: TestApp
let paths: Record<string, Record<string, Operation>>
/** A record of each collection, by its path. */
const records: Record<string, { id: string; body: object }> = {}

const headersOf = ({ parameters }: Operation) => parameters.filter((each) => each.in === 'header').map(({ name }) => name)
const operationOf = (call: string) => {
  const [method = '', path = ''] = call.split(' ')
  const operation = paths[path]?.[method.toLowerCase()]
  assert.ok(operation, `${call} is described`)
  return operation
}

type Asked = { query?: string; id?: string; as?: Who; body?: unknown; headers?: Record<string, string> }

/** Makes a call of the document on the record of its collection, unless another is named. */
function ask(call: string, { query = '', id, as = 'super user', body, headers }: Asked): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ')
  const record = records[path.split('/').slice(0, 3).join('/')]
  const url = path.replace('{id}', id ?? record?.id ?? '01900000-0000-7000-8000-000000000000')
  return app.call(method as Method, url + query, as, body, headers)
}

async function made(path: string, body: object): Promise<string> {
  const { status, body: record }: { status: number; body: { _id: string } } = await app.call('POST', path, 'super user', body)
  assert.equal(status, 201, path)
  records[path] = { id: record._id, body }
  return record._id
}

before(async () => {
  app = await testApp()
  const { body: document }: { body: { paths: typeof paths } } = await app.call('GET', '/api/openapi.json')
  paths = document.paths
  for (const { name, body } of samples) for (let n = 0; n < 2; n++) await made(`/api/${name}`, await body(app))
  await made('/api/views', { list: 'movies', name: 'Dramas', query: 'genre=Drama' })
  await made('/api/users', { username: 'Anna', password: 'velvet-and-popcorn', isSuperUser: false })
  records['/api/images'] = { id: (await stored(app, await picture('png')))._id, body: {} }
})
after(() => app.close())

describe('the machine-readable documents name every refusal of the server:', () => {
  const json = { 'content-type': 'application/json' }
  const taken = async () => (await app.call('GET', `/api/promo-codes/${records['/api/promo-codes']?.id}`, 'staff')).body
  const self = async () => ({ id: ((await app.call('GET', '/api/session', 'super user')).body as { _id: string })._id })

  for (const [status, call, asked] of [
    [401, 'POST /api/login', { body: { username: 'admin', password: 'wrong' } }],
    [409, 'POST /api/promo-codes', async () => ({ body: await taken() })],
    [409, 'POST /api/users', { body: { username: 'admin', password: adminPassword } }],
    [409, 'DELETE /api/users/{id}', self],
    [409, 'PUT /api/users/{id}/password', async () => ({ ...(await self()), body: { password: adminPassword } })],
    [409, 'POST /api/views', { body: { list: 'movies', name: 'dramas', query: '' } }],
    [401, 'GET /api/suggestions', { query: '?q=summer&collection=promoCodes', as: 'nobody' }],
    [404, 'GET /api/sessions', { query: '?user=01900000-0000-7000-8000-000000000000' }],
    [422, 'GET /api/live', {}],
    [422, 'POST /api/images/{id}/restoration', { headers: { 'idempotency-key': '' } }],
    [422, 'POST /api/movies/{id}/erasure', { headers: { 'idempotency-key': '' } }],
    [400, 'POST /api/movies', { body: '{"broken', headers: json }],
    [413, 'POST /api/movies', { body: { title: 'x'.repeat(300_000) } }],
    [415, 'POST /api/movies', { body: 'title=Nosferatu', headers: { 'content-type': 'text/plain' } }],
    [415, 'POST /api/logout', { body: 'bye', headers: { 'content-type': 'text/plain' } }],
    [415, 'POST /api/upload', { body: {} }],
  ] as [number, string, Asked | (() => Promise<Asked>)][]) {
    test(`${status} of ${call}`, async () => {
      assert.equal((await ask(call, typeof asked === 'function' ? await asked() : asked)).status, status)
      assert.ok(status in operationOf(call).responses)
    })
  }

  test('429 of a sign-in that comes too often', async () => {
    const body = { username: 'nobody', password: 'wrong' }
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await ask('POST /api/login', { body })).status)
    assert.ok(statuses.includes(429))
    assert.ok('429' in operationOf('POST /api/login').responses)
  })

  test('403 of the trash, for who has a password of somebody else', async () => {
    const credentials = { username: 'Anna', password: 'velvet-and-velvet' }
    assert.equal((await ask('PUT /api/users/{id}/password', { body: credentials })).status, 200)
    const { body }: { body: { token: string } } = await app.call('POST', '/api/login', 'nobody', credentials)
    const headers = { authorization: `Bearer ${body.token}` }
    assert.equal((await ask('GET /api/movies', { query: '?trash=1', as: 'nobody', headers })).status, 403)
    assert.ok('403' in operationOf('GET /api/movies').responses)
  })
})

test('the documents name If-Match, and 412, just where the server minds it', async () => {
  const minded: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [name, operation] of Object.entries(operations)) {
      const call = `${name.toUpperCase()} ${path}`
      if (name === 'get' || !path.includes('{id}')) continue
      const body =
        name === 'put' ? { name: 'poster.png', ...records[path.replace(/\/\{id}.*/, '')]?.body, password: adminPassword } : undefined
      const { status } = await ask(call, { body, headers: { 'if-match': '"999"' } })
      assert.equal(headersOf(operation).includes('If-Match'), status === 412, `${call} answers ${status}`)
      assert.equal('412' in operation.responses, status === 412, call)
      if (status === 412) minded.push(call)
    }
  }
  assert.equal(minded.length, samples.length * 3 + 9)
})

describe('a client that is made from the documents can page:', () => {
  const list = 'GET /api/bookings'
  const answered = (status: number) => operationOf(list).responses[status]

  test('they name the headers of a list, and no other than come', async () => {
    const { headers } = await ask(list, { query: '?limit=1' })
    const named = Object.keys(answered(200)?.headers ?? {})
    assert.deepEqual(named.sort(), ['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Relation'])
    // Only where more are asked for than are counted does the last one come.
    for (const name of named.slice(0, 3)) assert.ok(headers[name.toLowerCase()], name)
  })

  test('they name the table that a list also comes as', async () => {
    const types = Object.keys(answered(200)?.content ?? {})
    assert.deepEqual(types, ['application/json', 'text/csv', tableTypes.xlsx])
    for (const accept of types) {
      const { headers } = await ask(list, { headers: { accept } })
      assert.ok(headers['content-type']?.startsWith(accept))
    }
  })

  test('they name the header by which an answer that is known is not sent again', async () => {
    const { headers } = await ask(list, {})
    assert.ok(headersOf(operationOf(list)).includes('If-None-Match'))
    assert.equal((await ask(list, { headers: { 'if-none-match': String(headers.etag) } })).status, 304)
    assert.ok(answered(304))
  })

  test('the bounds of limit are those that the server has', async () => {
    const { schema } = operationOf(list).parameters.find(({ name }) => name === 'limit') ?? {}
    assert.equal(schema?.type, 'integer')
    const { minimum = 0, maximum = 0 } = schema
    for (const [limit, status] of [
      [minimum, 200],
      [minimum - 1, 422],
      [maximum, 200],
      [maximum + 1, 422],
    ])
      assert.equal((await ask(list, { query: `?limit=${limit}` })).status, status, `limit=${limit}`)
  })
})

test('the documents name the entity tag of a record wherever it comes, and what a stream goes on from', async () => {
  for (const call of ['GET /api/movies/{id}', 'PUT /api/movies/{id}']) {
    const { headers } = await ask(call, { body: call.startsWith('PUT') ? records['/api/movies']?.body : undefined })
    assert.ok(headers.etag && 'ETag' in (operationOf(call).responses[200]?.headers ?? {}), call)
  }
  assert.deepEqual(headersOf(operationOf('GET /api/live')), ['Last-Event-ID'])
})
