import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { multipartBody, picture } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Made = { status: number; body: { _id: string; fields: Record<string, string> } }

const movie = async (more: object = {}) => ({ ...(await sampleOf('movies').body(app)), ...more })
const post = (key: string, body: unknown, as: Who = 'staff', url = '/api/movies'): Promise<Made> =>
  app.call('POST', url, as, body, { 'idempotency-key': key })
const count = async () => (await app.db.selectFrom('movies').select('id').execute()).length

describe('a POST that names itself', () => {
  test('happens once, however often and however fast it is sent', async () => {
    const [body, had] = [await movie(), await count()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('one', body)))
    answers.push(await post('one', body))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1)
    assert.equal(await count(), had + 1)
  })

  test('is refused under a name that another body had', async () => {
    await post('two', await movie())
    const { status, body } = await post('two', await movie({ title: 'Faust' }))
    assert.deepEqual([status, Object.keys(body.fields)], [422, ['Idempotency-Key']])
  })

  test('may have a name that somebody else used, or that was used elsewhere', async () => {
    const body = await movie()
    const mine = await post('three', body)
    const theirs = await post('three', body, 'super user')
    assert.equal(theirs.status, 201)
    assert.notEqual(theirs.body._id, mine.body._id)
    const elsewhere = await post('three', { name: 'Popcorn', description: 'Salted.' }, 'staff', '/api/menus')
    assert.equal(elsewhere.status, 201)
  })

  test('that was refused may be mended and sent again under its name', async () => {
    const refused = await post('four', await movie({ title: '' }))
    assert.equal(refused.status, 422)
    assert.equal((await post('four', await movie())).status, 201)
  })

  test('and isn’t one that makes something is answered each time, such as an upload, whose pictures are known by their bytes', async () => {
    const send = async () => {
      const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png') }])
      const reply = await app.call('POST', '/api/upload', 'staff', body, { 'content-type': type, 'idempotency-key': 'six' })
      return (reply.body as { url: string }[])[0]?.url
    }
    assert.notEqual(await send(), await send())
  })

  test('is forgotten after a day', async () => {
    const body = await movie()
    const first = await post('five', body)
    await app.db
      .updateTable('idempotencyKeys')
      .set({ at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .execute()
    assert.notEqual((await post('five', body)).body._id, first.body._id)
  })

  test('needs a name that can be written in a header', async () => {
    for (const key of ['', 'x'.repeat(256), 'ü']) assert.equal((await post(key, await movie())).status, 422, key)
  })

  test('leaves no name, and no password that could be tried out, in the database', async () => {
    await post('a-telling-name', { username: 'guessable', password: 'popcorn-popcorn' }, 'super user', '/api/users')
    const kept = JSON.stringify(await app.db.selectFrom('idempotencyKeys').selectAll().execute())
    assert.ok(kept.includes('guessable'), 'its answer is kept')
    assert.doesNotMatch(kept, /a-telling-name|popcorn-popcorn/)
    const body = await movie()
    const prints = async () =>
      new Set((await app.db.selectFrom('idempotencyKeys').select('fingerprint').execute()).map(({ fingerprint }) => fingerprint))
    const had = await prints()
    for (const key of ['seven', 'eight']) await post(key, body)
    assert.equal((await prints()).difference(had).size, 2, 'a fingerprint tells nothing without its name')
  })

  test('leaves nothing of a record that was erased since, and everything of the others', async () => {
    const [gone, stays] = [await post('nine', await movie({ title: 'Nosferatu' })), await post('ten', await movie({ title: 'Faust' }))]
    await app.call('DELETE', `/api/movies/${gone.body._id}`, 'staff')
    assert.equal((await app.call('POST', `/api/movies/${gone.body._id}/erasure`, 'super user')).status, 204)
    const answers = (await app.db.selectFrom('idempotencyKeys').select('answer').execute()).map(({ answer }) => answer).join()
    assert.deepEqual(
      [gone, stays].map(({ body }) => answers.includes(body._id)),
      [false, true],
    )
  })
})
