import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { samples } from '#testing/samples.ts'

/** What holds for every collection is written once and run for each. */
for (const { name, contract, body, changes } of samples) {
  describe(name, () => {
    let app: TestApp
    const path = contract.list.path
    const missing = '01900000-0000-7000-8000-000000000000'

    before(async () => {
      app = await testApp()
    })
    after(() => app.close())

    const create = async (): Promise<{ _id: string; version: number } & Record<string, unknown>> => {
      const { status, body: created } = await app.call('POST', path, 'staff', await body(app))
      assert.equal(status, 201, JSON.stringify(created))
      return created
    }
    const historyOf = (id: string) => app.db.selectFrom('history').selectAll().where('recordId', '=', id).orderBy('version').execute()

    describe('refuses', () => {
      test('a body that is no object, with a sentence', async () => {
        for (const given of ['[]', '"text"', '7', 'null']) {
          const reply = await app.call('POST', path, 'staff', given, { 'content-type': 'application/json' })
          assert.equal(reply.status, 422, given)
          assert.match((reply.body as { error: string }).error, /\.$/)
        }
      })

      test('malformed JSON with 400, another content type with 415, more than 256 kB with 413', async () => {
        const json = { 'content-type': 'application/json' }
        const statuses = [
          (await app.call('POST', path, 'staff', '{"title":', json)).status,
          (await app.call('POST', path, 'staff', '{"__proto__":{"x":1}}', json)).status,
          (await app.call('POST', path, 'staff', '{"\\u005f_proto__":{"x":1}}', json)).status,
          (await app.call('POST', path, 'staff', '{"constructor":{"prototype":{"x":1}}}', json)).status,
          (await app.call('POST', path, 'staff', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' })).status,
          (await app.call('POST', path, 'staff', '{}', { 'content-type': 'text/plain' })).status,
          (await app.call('POST', path, 'staff', JSON.stringify({ title: 'x'.repeat(257 * 1024) }), json)).status,
        ]
        assert.deepEqual(statuses, [400, 400, 400, 400, 415, 415, 413])
      })

      test('to read, change, delete or restore what is not there', async () => {
        for (const id of [missing, 'not-an-id', '%00', "1' or '1'='1"]) {
          const one = `${path}/${encodeURIComponent(id)}`
          const statuses = [
            (await app.call('GET', one, 'staff')).status,
            (await app.call('PUT', one, 'staff', await body(app))).status,
            (await app.call('DELETE', one, 'staff')).status,
            (await app.call('POST', `${one}/restoration`, 'staff')).status,
          ]
          assert.deepEqual(statuses, [404, 404, 404, 404], id)
        }
      })

      test('a limit that makes no sense', async () => {
        for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'limit=1.5']) {
          assert.equal((await app.call('GET', `${path}?${query}`, 'staff')).status, 422, query)
        }
      })
    })

    test('creates with an id, version 1 and times, trims, and drops what no field names', async () => {
      const given = await body(app)
      const reply = await app.call('POST', path, 'staff', { ...given, _id: missing, version: 9, deletedAt: 'x', nonsense: true })
      const created: Record<string, unknown> = reply.body
      assert.equal(reply.status, 201)
      assert.notEqual(created._id, missing)
      assert.equal(created.version, 1)
      assert.equal(created.nonsense, undefined)
      assert.equal(created.deletedAt, undefined)
      assert.equal(reply.headers.etag, '"1"')
      for (const [field, value] of Object.entries(given)) if (field in created) assert.deepEqual(created[field], value, field)
    })

    test('finds it by the beginning of what a person calls it, and no longer when it is deleted', async () => {
      const created = await create()
      const called = String(created[contract.list.listing.search[0]])
      const found = async (query: string): Promise<boolean> => {
        const { body: items }: { body: { _id: string }[] } = await app.call('GET', `${path}?${query}`, 'staff')
        return items.some(({ _id }) => _id === created._id)
      }
      const q = `q=${encodeURIComponent(called.split(' ')[0]!.slice(0, -1))}`
      assert.deepEqual([await found(q), await found('q=zzzz')], [true, false])
      await app.call('DELETE', `${path}/${created._id}`, 'staff')
      assert.deepEqual([await found(q), await found(`${q}&trash=1`)], [false, true])
    })

    test('reads one with its ETag', async () => {
      const created = await create()
      const reply = await app.call('GET', `${path}/${created._id}`, 'staff')
      assert.equal(reply.status, 200)
      assert.deepEqual(reply.body, created)
      assert.match(String(reply.headers.etag), /^"1(-[\w-]{16})?"$/)
    })

    test('updates, counts the version up, and keeps the history with who and what', async () => {
      const created = await create()
      const one = `${path}/${created._id}`
      const reply = await app.call('PUT', one, 'staff', { ...(await body(app)), ...changes }, { 'if-match': '"1"' })
      const updated: Record<string, unknown> = reply.body
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      assert.equal(reply.headers.etag, '"2"')
      for (const [field, value] of Object.entries(changes)) assert.deepEqual(updated[field], value)
      const history = await historyOf(created._id)
      assert.deepEqual(
        history.map(({ action, version, byName }) => ({ action, version, byName })),
        [
          { action: 'create', version: 1, byName: 'staff' },
          { action: 'update', version: 2, byName: 'staff' },
        ],
      )
      assert.deepEqual(JSON.parse(history[1]!.record), updated)
    })

    test('refuses a stale or senseless If-Match with 412 and the current record, and changes nothing', async () => {
      const created = await create()
      const one = `${path}/${created._id}`
      for (const tag of ['"7"', '"x"', 'nonsense', '1']) {
        for (const method of ['PUT', 'DELETE'] as const) {
          const given = method === 'PUT' ? { ...(await body(app)), ...changes } : undefined
          const { status, body: refused }: { status: number; body: { code: string; current: unknown } } = await app.call(
            method,
            one,
            'staff',
            given,
            { 'if-match': tag },
          )
          assert.equal(status, 412, `${method} ${tag}`)
          assert.deepEqual(refused.current, created)
        }
      }
      assert.deepEqual((await app.call('GET', one, 'staff')).body, created)
    })

    test('takes a change without If-Match, with * and with a weak tag', async () => {
      const one = `${path}/${(await create())._id}`
      const given = await body(app)
      for (const [at, headers] of [{}, { 'if-match': '*' }, { 'if-match': 'W/"3"' }].entries()) {
        const sent = at % 2 === 0 ? { ...given, ...changes } : given
        assert.equal((await app.call('PUT', one, 'staff', sent, headers as Record<string, string>)).status, 200)
      }
    })

    test('lets one of two simultaneous changes of the same version through', async () => {
      const one = `${path}/${(await create())._id}`
      const given = { ...(await body(app)), ...changes }
      const replies = await Promise.all([1, 2, 3, 4].map(() => app.call('PUT', one, 'staff', given, { 'if-match': '"1"' })))
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412])
    })

    test('deletes out of every list and brings back what was deleted', async () => {
      const created = await create()
      const one = `${path}/${created._id}`
      assert.equal((await app.call('DELETE', one, 'staff', undefined, { 'if-match': '"1"' })).status, 204)
      assert.equal((await app.call('GET', one, 'staff')).status, 404)
      assert.equal((await app.call('DELETE', one, 'staff')).status, 404)
      const listed: { _id: string }[] = (await app.call('GET', path, 'staff')).body
      assert.equal(
        listed.some(({ _id }) => _id === created._id),
        false,
      )

      const restored = await app.call('POST', `${one}/restoration`, 'staff')
      assert.equal(restored.status, 200)
      const { version, updatedAt, ...rest } = restored.body as Record<string, unknown>
      assert.equal(version, 3)
      assert.ok(updatedAt)
      for (const [field, value] of Object.entries(rest)) assert.deepEqual(value, created[field], field)
      assert.equal((await app.call('POST', `${one}/restoration`, 'staff')).status, 404, 'what is not deleted')
      assert.deepEqual(
        (await historyOf(created._id)).map(({ action }) => action),
        ['create', 'delete', 'restore'],
      )
    })

    test('lists a bare array with the total, and the address of the next page', async () => {
      for (let i = 0; i < 3; i++) await create()
      const all = await app.call('GET', path, 'staff')
      const ids = (all.body as { _id: string }[]).map(({ _id }) => _id)
      assert.equal(all.headers['x-total-count'], String(ids.length))
      assert.equal(all.headers.link, undefined)

      const walked: string[] = []
      for (let next: string | undefined = `${path}?limit=2`; next; ) {
        const page = await app.call('GET', next, 'staff')
        assert.equal(page.headers['x-total-count'], String(ids.length))
        walked.push(...(page.body as { _id: string }[]).map(({ _id }) => _id))
        next = /<(.+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1]
      }
      assert.deepEqual(walked, ids)
    })
  })
}
