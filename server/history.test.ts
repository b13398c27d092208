import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { samples } from '#testing/samples.ts'

let app: TestApp
let people: Record<'staff' | 'super user', { _id: string; username: string }>
before(async () => {
  app = await testApp()
  people = {
    staff: (await app.call('GET', '/api/session', 'staff')).body,
    'super user': (await app.call('GET', '/api/session', 'super user')).body,
  }
})
after(() => app.close())

type Item = { _id: string; version: number; createdAt: string; updatedAt: string }
type Reply = { status: number; body: Item; headers: Record<string, unknown> }
type Author = Exclude<Who, 'nobody'>

const historyOf = (id: string) => app.db.selectFrom('history').selectAll().where('recordId', '=', id).orderBy('version').execute()

/** Times are told in milliseconds: what happens one after the other has to have different ones. */
const tick = () => pause(2)

for (const { name, contract, body, changes } of samples) {
  describe(`the life of one of the ${name}`, () => {
    const path = contract.list.path
    const changed = async (round: number) => ({ ...(await body(app)), ...(round % 2 ? changes : {}) })

    test('counts its versions up by one, moves its last change on and keeps its first, also after the tenth', async () => {
      const given = await body(app)
      const begin = new Date().toISOString()
      const created: Reply = await app.call('POST', path, 'staff', given)
      const { _id, createdAt } = created.body
      assert.ok(createdAt >= begin && createdAt <= new Date().toISOString(), createdAt)
      assert.equal(created.body.updatedAt, createdAt)
      let last = created.body
      for (let round = 1; round <= 11; round++) {
        await tick()
        const before = new Date().toISOString()
        const {
          status,
          body: next,
          headers,
        }: Reply = await app.call('PUT', `${path}/${_id}`, 'staff', await changed(round), {
          'if-match': `"${last.version}"`,
        })
        assert.deepEqual([status, next.version, next.createdAt, headers.etag], [200, round + 1, createdAt, `"${round + 1}"`])
        assert.ok(next.updatedAt >= before && next.updatedAt <= new Date().toISOString(), `${next.updatedAt} after ${last.updatedAt}`)
        assert.deepEqual((await app.call('GET', `${path}/${_id}`, 'staff')).body, next)
        last = next
      }
      assert.equal((await app.call('PUT', `${path}/${_id}`, 'staff', await changed(1), { 'if-match': '"1"' })).status, 412)
      assert.equal((await app.call('DELETE', `${path}/${_id}`, 'staff', undefined, { 'if-match': '"1"' })).status, 412)
      assert.equal((await app.call('DELETE', `${path}/${_id}`, 'staff', undefined, { 'if-match': '"12"' })).status, 204)
      await tick()
      const restored: Reply = await app.call('POST', `${path}/${_id}/restoration`, 'staff')
      assert.deepEqual([restored.body.version, restored.body.createdAt, restored.headers.etag], [14, createdAt, '"14"'])
      assert.ok(restored.body.updatedAt > last.updatedAt)
    })

    test('is kept with who did what when, and the whole record after it', async () => {
      const [given, then] = [await body(app), { ...(await body(app)), ...changes }]
      const created: Reply = await app.call('POST', path, 'staff', given)
      const one = `${path}/${created.body._id}`
      await tick()
      const updated: Reply = await app.call('PUT', one, 'super user', then)
      await tick()
      await app.call('DELETE', one, 'staff')
      await tick()
      const restored: Reply = await app.call('POST', `${one}/restoration`, 'super user')
      const kept = await historyOf(created.body._id)
      const authors: Author[] = ['staff', 'super user', 'staff', 'super user']
      assert.deepEqual(
        kept.map(({ action, version, byId, byName }) => ({ action, version, byId, byName })),
        ['create', 'update', 'delete', 'restore'].map((action, index) => {
          const { _id, username } = people[authors[index]!]
          return { action, version: index + 1, byId: _id, byName: username }
        }),
      )
      assert.equal(new Set(kept.map(({ resource }) => resource)).size, 1)
      const records = kept.map(({ record }) => JSON.parse(record) as Item)
      assert.deepEqual([records[0], records[1], records[3]], [created.body, updated.body, restored.body])
      assert.deepEqual(records[2], { ...updated.body, version: 3, updatedAt: kept[2]!.at })
      assert.deepEqual(
        kept.map(({ at }) => at),
        records.map(({ updatedAt }) => updatedAt),
      )
      assert.deepEqual(
        kept.map(({ at }) => at),
        [...new Set(kept.map(({ at }) => at))].sort(),
      )
    })
  })
}

test('what is refused leaves no trace in the history', async () => {
  const { contract, body } = samples[0]!
  const { _id }: Item = (await app.call('POST', contract.list.path, 'staff', await body(app))).body
  const one = `${contract.list.path}/${_id}`
  await app.call('PUT', one, 'staff', { ...(await body(app)), image: `/media/${'0'.repeat(64)}/640.webp` })
  await app.call('PUT', one, 'staff', await body(app), { 'if-match': '"2"' })
  await app.call('PUT', one, 'nobody', await body(app))
  await app.call('POST', `${one}/restoration`, 'staff')
  assert.equal((await historyOf(_id)).length, 1)
})

describe('a user', () => {
  const add = async (username: string): Promise<Item> =>
    (await app.call('POST', '/api/users', 'super user', { username, password: 'a-long-enough-password' })).body

  test('that somebody else has changed meanwhile is not deleted, and the refusal tells how they are now', async () => {
    const user = await add('anna')
    const remove = (tag: string): Promise<{ status: number; body: never }> =>
      app.call('DELETE', `/api/users/${user._id}`, 'super user', undefined, { 'if-match': tag })
    const refused: { status: number; body: { code: string; current: Item } } = await remove('"2"')
    assert.deepEqual([refused.status, refused.body.code, refused.body.current], [412, 'stale', user])
    assert.equal((await remove('"1"')).status, 204)
  })

  test('has a history with who added, deleted and restored them, and no password in it', async () => {
    const user = await add('berta')
    await tick()
    await app.call('DELETE', `/api/users/${user._id}`, 'super user')
    await tick()
    const restored: Reply = await app.call('POST', `/api/users/${user._id}/restoration`, 'super user')
    const kept = await historyOf(user._id)
    assert.deepEqual(
      kept.map(({ action, version, byId, byName }) => [action, version, byId, byName]),
      ['create', 'delete', 'restore'].map((action, index) => [action, index + 1, people['super user']._id, people['super user'].username]),
    )
    assert.deepEqual([JSON.parse(kept[0]!.record), JSON.parse(kept[2]!.record)], [user, restored.body])
    assert.ok(restored.body.updatedAt > user.updatedAt && restored.body.createdAt === user.createdAt)
  })

  test('whom the product made itself was made by nobody', async () => {
    const [made] = await historyOf(people['super user']._id)
    assert.deepEqual([made!.action, made!.byId, made!.byName], ['create', null, null])
  })
})
