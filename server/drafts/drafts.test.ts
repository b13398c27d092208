import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { longestDraft } from '#contract/drafts.ts'
import { backUp } from '#server/backup/backup.ts'
import { tidy } from '#server/jobs/jobs.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.db.deleteFrom('drafts').execute())

type Listed = { _id: string; form: string; at: string }

const id = 'a'.repeat(32)
const draft = { form: '/bookings/add', content: '{"values":{"fullName":"Grace Hopper"}}' }

const keep = (body: object = draft, as: Who = 'staff', of = id) => app.call('PUT', `/api/drafts/${of}`, as, body)
const listed = async (as: Who = 'staff') => (await app.call('GET', '/api/drafts', as)).body as Listed[]
const read = (as: Who = 'staff', of = id) => app.call('GET', `/api/drafts/${of}`, as)

const age = (days: number) =>
  app.db
    .updateTable('drafts')
    .set({ at: new Date(Date.now() - days * 86_400_000).toISOString() })
    .execute()

describe('a draft', () => {
  test('is kept, listed without its content, read, replaced and dropped', async () => {
    const { status, body } = await keep()
    assert.equal(status, 200)
    assert.deepEqual(await listed(), [body])
    assert.deepEqual((await read()).body, { ...(body as Listed), content: draft.content })
    await keep({ ...draft, content: 'later' })
    assert.equal((await listed()).length, 1, 'the last writer wins')
    assert.equal(((await read()).body as { content: string }).content, 'later')
    for (const times of ['first', 'second']) assert.equal((await app.call('DELETE', `/api/drafts/${id}`, 'staff')).status, 204, times)
    assert.deepEqual(await listed(), [])
    assert.equal((await read()).status, 404)
  })

  test('is its own user’s: nobody else, no super user either, lists, reads, replaces or drops it', async () => {
    await keep()
    assert.deepEqual(await listed('super user'), [])
    assert.equal((await read('super user')).status, 404)
    assert.equal((await keep({ ...draft, content: 'theirs' }, 'super user')).status, 200)
    assert.equal((await app.call('DELETE', `/api/drafts/${id}`, 'super user')).status, 204)
    assert.equal(((await read()).body as { content: string }).content, draft.content)
  })

  test('holds at most its limit, and nothing that a database would not return', async () => {
    assert.equal((await keep({ ...draft, content: 'x'.repeat(longestDraft) })).status, 200)
    const { status, body } = await keep({ ...draft, content: 'x'.repeat(longestDraft + 1) })
    assert.deepEqual([status, (body as { error: string }).error], [422, 'A draft can have at most 100,000 characters.'])
    assert.equal((await keep({ ...draft, content: 'x'.repeat(300_000) })).status, 413)
    for (const content of ['\0', '\ud800', 7, null]) assert.equal((await keep({ ...draft, content })).status, 422)
    assert.equal((await keep(draft, 'staff', 'not-an-id')).status, 404)
  })

  test('is gone after a week, for its user at once and for good with the next clean-up', async () => {
    await keep()
    await age(6.9)
    await tidy(app.db, app.app.log)
    assert.equal((await listed()).length, 1)
    await keep()
    assert.ok(Date.parse((await listed())[0]?.at ?? '') > Date.now() - 60_000, 'keeping it begins a new week')
    await age(7.1)
    assert.deepEqual([await listed(), (await read()).status], [[], 404])
    await tidy(app.db, app.app.log)
    assert.deepEqual(await app.db.selectFrom('drafts').selectAll().execute(), [])
  })

  test('goes with its user', async () => {
    const [username, password] = ['dora', 'a-long-enough-password']
    const { _id }: { _id: string } = (await app.call('POST', '/api/users', 'super user', { username, password })).body
    await ownPasswords(app)
    const { token }: { token: string } = (await app.call('POST', '/api/login', 'nobody', { username, password })).body
    const hers = { authorization: `Bearer ${token}` }
    assert.equal((await app.call('PUT', `/api/drafts/${id}`, 'nobody', draft, hers)).status, 200)
    await keep()
    assert.equal((await app.call('DELETE', `/api/users/${_id}`, 'super user')).status, 204)
    const owners = async () => (await app.db.selectFrom('drafts').select('userId').execute()).map(({ userId }) => userId)
    assert.deepEqual([(await owners()).length, (await owners()).includes(_id)], [1, false], 'at the deletion')
    await app.db
      .insertInto('drafts')
      .values({ userId: _id, id, ...draft, at: new Date().toISOString() })
      .execute()
    assert.equal((await app.call('POST', `/api/users/${_id}/erasure`, 'super user')).status, 204)
    assert.deepEqual([(await owners()).length, (await owners()).includes(_id)], [1, false], 'at the erasure')
  })

  test('appears in no backup, and neither in the history nor in the activity', async () => {
    await keep()
    const archive = join(app.dataDir, 'drafts.tar')
    const { tables } = await backUp(archive, app)
    const bytes = await readFile(archive, 'latin1')
    await rm(archive)
    assert.ok(bytes.includes('"username":"staff"'), 'the archive can be read')
    assert.ok(!bytes.includes('Grace Hopper') && !('drafts' in tables))
    const activity = (await app.call('GET', '/api/activity', 'super user')).body
    assert.ok(!JSON.stringify(activity).includes('draft'))
    const history = await app.db.selectFrom('history').select('record').execute()
    assert.ok(!JSON.stringify(history).includes('Grace Hopper'))
  })
})

test('a user has at most 100 drafts: one more replaces the oldest', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(32, '0'))
  const { id: userId } = await app.db.selectFrom('users').select('id').where('username', '=', 'staff').executeTakeFirstOrThrow()
  const at = (index: number) => new Date(Date.now() - 86_400_000 + index).toISOString()
  const rows = ids.slice(0, 100).map((each, index) => ({ userId, id: each, ...draft, at: at(index) }))
  await app.db.insertInto('drafts').values(rows).execute()
  await keep(draft, 'staff', ids[100])
  const left = (await listed()).map(({ _id }) => _id)
  assert.deepEqual([left.length, left[0], left.includes(ids[0] ?? '')], [100, ids[100], false])
  assert.equal((await app.db.selectFrom('drafts').select('id').execute()).length, 100)
})

test('the drafts of a user stay within the limit, also when many arrive at once', async () => {
  const ids = Array.from({ length: 140 }, (_, at) => at.toString(16).padStart(32, '0'))
  for (const each of ids.slice(0, 100)) await keep(draft, 'staff', each)
  const statuses = await Promise.all(ids.slice(100).map(async (each) => (await keep(draft, 'staff', each)).status))
  assert.deepEqual([...new Set(statuses)], [200])
  assert.equal((await app.db.selectFrom('drafts').select('id').execute()).length, 100)
})
