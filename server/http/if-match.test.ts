import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
let address: string
let body: Record<string, unknown>

before(async () => {
  app = await testApp()
  body = await sampleOf('movies').body(app)
  const made: { body: { _id: string } } = await app.call('POST', '/api/movies', 'staff', body)
  address = `/api/movies/${made.body._id}`
})
after(() => app.close())

let saves = 0
const save = (ifMatch?: string) => {
  const changed = { ...body, description: `Saved ${++saves} times` }
  return app.call('PUT', address, 'staff', changed, ifMatch === undefined ? {} : { 'if-match': ifMatch })
}

test('a version is an entity tag, however many digits it has', async () => {
  for (let version = 1; version <= 11; version++) {
    const { status, headers } = await save(`"${version}"`)
    assert.deepEqual([status, headers.etag], [200, `"${version + 1}"`])
  }
  assert.equal((await app.call('GET', address)).headers.etag, '"12"')
  for (const stale of ['"11"', '"1"', '"2"', '"120"', '"112"']) assert.equal((await save(stale)).status, 412, stale)
  assert.equal((await save('"12"')).status, 200)
})

test('a tag that a proxy has made weak is the same one', async () => {
  assert.equal((await save('W/"13"')).status, 200)
  assert.equal((await save('W/"13"')).status, 412)
})

test('what no version can be never matches, and * or nothing always does', async () => {
  const { headers }: { headers: Record<string, unknown> } = await app.call('GET', address)
  const version = String(headers.etag).slice(1, -1)
  for (const tag of [
    '',
    '""',
    version,
    `"${version}`,
    `"${version}.0"`,
    `"0x${version}"`,
    `"-${version}"`,
    `"${version}", "1"`,
    '"abc"',
    '"9999999999"',
  ]) {
    assert.equal((await save(tag)).status, 412, tag)
  }
  assert.equal((await save('*')).status, 200)
  assert.equal((await save()).status, 200)
})
