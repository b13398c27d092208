import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { judge } from '#contract/access.ts'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'

const callers: Record<Who, { isSuperUser: boolean } | undefined> = {
  nobody: undefined,
  staff: { isSuperUser: false },
  'super user': { isSuperUser: true },
}
const expected = { 'sign in first': 401, 'choose a password first': 403, 'not allowed': 403 }

for (const publicContent of [true, false]) {
  describe(`with public content ${publicContent ? 'on' : 'off'}`, () => {
    let app: TestApp
    before(async () => {
      app = await testApp({ publicContent })
    })
    after(() => app.close())

    for (const [resource, endpoints] of Object.entries(contract)) {
      for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
        // It ends the session that the other calls need; the session's own tests cover it.
        if (endpoint.path === '/api/logout') continue
        for (const who of ['nobody', 'staff', 'super user'] as const) {
          const verdict = judge(endpoint.access, callers[who], publicContent)
          test(`${who} calling ${resource}.${name} is ${verdict}`, async () => {
            const path = endpoint.path.replace(':id', '01900000-0000-7000-8000-000000000000')
            const { status, body } = await app.call(endpoint.method, path, who, endpoint.body ? {} : undefined)
            if (verdict === 'allowed') assert.ok(status !== 401 && status !== 403 && status < 500, `got ${status}`)
            else {
              assert.equal(status, expected[verdict])
              assert.match((body as { error: string }).error, /\.$/)
            }
          })
        }
      }
    }
  })
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
    ['with odd characters', "Bearer ' or 1=1 --"],
  ]) {
    test(`${what} is refused with 401`, async () => {
      const { status } = await app.call('GET', '/api/session', 'nobody', undefined, { authorization: authorization! })
      assert.equal(status, 401)
    })
  }

  test('is refused before the body is read', async () => {
    const { status } = await app.call('POST', '/api/movies', 'nobody', '{"broken', { 'content-type': 'application/json' })
    assert.equal(status, 401)
  })
})
