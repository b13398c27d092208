import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'

type Operation = {
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[]; properties: Record<string, unknown> } }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

type Schema = { type?: string; required?: string[]; properties?: Record<string, Schema> }
type Document = { paths: typeof paths; components: { schemas: Record<string, Required<Schema>> } }

let app: TestApp
let document: Document
let paths: Record<string, Record<string, Operation>>
let page: string
before(async () => {
  app = await testApp()
  document = (await app.call('GET', '/api/openapi.json')).body
  paths = document.paths
  page = (await app.call('GET', '/api/docs')).body
})
after(() => app.close())

const token = [{ token: [] }]

describe('the machine-readable documents', () => {
  for (const [method, path, security, statuses, parameters] of [
    ['post', '/api/login', [{}, { token: [] }], '200 400 401 413 415 422 429 503 507', []],
    [
      'get',
      '/api/movies',
      [{}, { token: [] }],
      '200 304 401 403 422 429 503',
      [
        ...['q', 'genre', 'cover', 'coverSize', 'trailer', 'visibility', 'order', 'trash', 'limit', 'after', 'separator'].map(
          (name) => `query ${name}`,
        ),
        'header If-None-Match',
      ],
    ],
    ['post', '/api/movies', token, '201 400 401 403 413 415 422 503 507', ['header Idempotency-Key']],
    ['put', '/api/movies/{id}', token, '200 400 401 403 404 412 413 415 422 503 507', ['path id required', 'header If-Match']],
    ['delete', '/api/movies/{id}', token, '204 400 401 403 404 412 413 415 503 507', ['path id required', 'header If-Match']],
    ['post', '/api/users', token, '201 400 401 403 409 413 415 422 503 507', ['header Idempotency-Key']],
    ['post', '/api/upload', token, '201 400 401 403 413 415 422 503 507', []],
  ] as const) {
    test(`tell of ${method} ${path} who may call it, with what, and what may come back`, () => {
      const operation = paths[path]![method]!
      assert.deepEqual(operation.security, security)
      assert.equal(Object.keys(operation.responses).sort().join(' '), statuses)
      assert.deepEqual(
        operation.parameters.map(({ name, in: place, required }) => `${place} ${name}${required ? ' required' : ''}`),
        parameters,
      )
    })
  }

  test('tell which bodies may be left out', () => {
    const isRequired = (path: string) => paths[path]!.post!.requestBody?.required
    assert.deepEqual(['/api/movies', '/api/movies/{id}/restoration', '/api/upload'].map(isRequired), [true, false, true])
  })

  test('tell the shape of a refusal: its sentence and code always, and what the record is by now where it was changed meanwhile', () => {
    const { schemas } = document.components
    assert.deepEqual(schemas.Refused!.required, ['error', 'code'])
    assert.deepEqual(Object.keys(schemas.Refused!.properties), ['error', 'code', 'fields', 'reason', 'current', 'files', 'requestId'])
    const stale = paths['/api/movies/{id}']!.put!.responses['412']!.content!['application/json']!.schema
    assert.ok('title' in stale.properties!.current!.properties!)
  })

  test('tell which fields a body must have, and which it may leave out', () => {
    const { required = [], properties } = paths['/api/bookings']!.post!.requestBody!.content['application/json']!.schema
    assert.deepEqual([...required].sort(), ['branchName', 'date', 'fullName', 'phoneNumber', 'time'])
    assert.deepEqual(Object.keys(properties).length, 9)
  })

  test('tell that files are sent as a form, that a list is an array, and that nothing comes with 204', () => {
    assert.deepEqual(Object.keys(paths['/api/upload']!.post!.requestBody!.content), ['multipart/form-data'])
    assert.equal(paths['/api/movies']!.get!.responses['200']!.content!['application/json']!.schema.type, 'array')
    assert.equal(paths['/api/movies/{id}']!.delete!.responses['204']!.content, undefined)
  })
})

describe('the documents for people', () => {
  const entryOf = (summary: string) => page.split('<details>').find((entry) => entry.includes(summary)) ?? ''

  test('tell who may make a call', () => {
    assert.match(
      entryOf('Adds a user, who must choose a new password at the first sign-in.'),
      /<dt>Access<\/dt><dd>super users; all signed-in users with/,
    )
    assert.match(entryOf('Adds a movie.'), /<dt>Access<\/dt><dd>signed in<\/dd>/)
    assert.match(entryOf('Lists the movies '), /<dt>Access<\/dt><dd>anyone, while content is public<\/dd>/)
  })

  test('tell the headers that a call minds, and what it is refused with', () => {
    const entry = entryOf('Replaces the fields of a movie.')
    assert.match(entry, /<dt>Headers<\/dt><dd><code>If-Match<\/code><\/dd>/)
    assert.match(entry, /<dt>Errors<\/dt><dd>400, .*412/)
  })

  test('show text as text', () => {
    const shown = /<pre>([\s\S]*?)<\/pre>/.exec(entryOf('Adds a movie.'))?.[1] ?? ''
    assert.ok(shown.length > 0)
    assert.doesNotMatch(shown, /["<>]/)
  })
})
