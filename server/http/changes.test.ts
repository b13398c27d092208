import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { change, collections, type Item, made, severalOf, told } from '#testing/many-changes.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Version = { version: number; action: string; byName: string; record: Item }
const historyOf = async (name: string, { _id }: Item): Promise<Version[]> =>
  (await app.call('GET', `/api/${name}/${_id}/history`, 'staff')).body
const statusOf = async (name: string, { _id }: Item): Promise<number> => (await app.call('GET', `/api/${name}/${_id}`, 'staff')).status

/** What a history tells, without what no two records share. */
const compared = (versions: readonly Version[]) =>
  versions.map(({ version, action, byName, record }) => {
    const { _id, createdAt, updatedAt, code, name, url, bytes, ...fields } = record
    return { version, action, byName, fields }
  })

for (const { name, sets } of collections) {
  describe(`many ${name} changed at once`, () => {
    test('are deleted, brought back and restored just as one by one', async () => {
      const [one, other] = [await made(app, name), await made(app, name)]
      const last = await made(app, name)
      const path = `/api/${name}/${last._id}`
      const steps: [object, () => Promise<{ status: number }>][] = [
        [{ deleted: true }, () => app.call('DELETE', path, 'staff')],
        [{ deleted: false }, () => app.call('POST', `${path}/restoration`, 'staff')],
        [{ deleted: true }, () => app.call('DELETE', path, 'staff')],
        [{ restore: 1 }, () => app.call('POST', `${path}/restoration`, 'staff', { version: 1 })],
      ]
      for (const [at, [way, alone]] of steps.entries()) {
        const version = at + 1
        const outcomes = await change(app, name, [
          { _id: other._id, version, ...way },
          { _id: one._id, version, ...way },
        ])
        assert.deepEqual(outcomes, [
          { _id: other._id, version: version + 1 },
          { _id: one._id, version: version + 1 },
        ])
        assert.ok([200, 204].includes((await alone()).status))
      }
      const alone = compared(await historyOf(name, last))
      assert.equal(alone.length, 5)
      for (const item of [one, other]) assert.deepEqual(compared(await historyOf(name, item)), alone)
    })

    if (sets)
      test('get the fields of the change, and keep the others', async () => {
        const items = await severalOf(app, name, 2)
        const outcomes = await change(
          app,
          name,
          items.map(({ _id, version }) => ({ _id, version, ...sets })),
        )
        assert.deepEqual(told(outcomes), [2, 2])
        for (const item of items) {
          const [now] = await historyOf(name, item)
          const { version, updatedAt, usedBy, usedByCount, phoneLinks, wasThere, ...before } = item
          assert.deepEqual({ ...now?.record, ...before, ...sets }, now?.record)
          assert.deepEqual([now?.action, now?.byName], ['update', 'staff'])
        }
        const again = items.map(({ _id }) => ({ _id, version: 2, ...sets }))
        assert.deepEqual(told(await change(app, name, again)), [2, 2], 'nothing changes, so there is no new version')
        const back = items.map(({ _id }) => ({ _id, version: 2, restore: 1 }))
        assert.deepEqual(told(await change(app, name, back)), [3, 3])
        for (const item of items) {
          const [now, , first] = await historyOf(name, item)
          const { version, updatedAt, ...fields } = { ...first?.record }
          assert.deepEqual({ ...now?.record, ...fields }, now?.record)
        }
      })

    test('are erased by super users alone, and only from the trash', async () => {
      const [live, ...trashed] = (await severalOf(app, name, 3)) as [Item, Item, Item]
      await change(
        app,
        name,
        trashed.map(({ _id, version }) => ({ _id, version, deleted: true })),
      )
      const erasures = [
        ...trashed.map(({ _id }) => ({ _id, version: 2, erased: true })),
        { _id: live._id, version: 1, erased: true },
        { _id: trashed[0]._id, version: 3, erased: true },
      ]
      assert.deepEqual(told(await change(app, name, erasures)), Array(4).fill('forbidden'))
      assert.deepEqual(told(await change(app, name, erasures, 'super user')), [2, 2, 'not_found', 'not_found'])
      assert.equal((await app.call('GET', `/api/${name}/${trashed[0]._id}/history`, 'staff')).status, 404)
      if (name !== 'images') assert.equal(await statusOf(name, live), 200)
    })

    test('leave alone what somebody else has changed meanwhile, with its current state, and change the rest', async () => {
      const [changed, gone, fine] = (await severalOf(app, name, 3)) as [Item, Item, Item]
      await change(app, name, [
        { _id: changed._id, version: 1, deleted: true },
        { _id: gone._id, version: 1, deleted: true },
      ])
      await change(app, name, [{ _id: changed._id, version: 2, deleted: false }])
      const outcomes = await change(app, name, [
        { _id: changed._id, version: 1, deleted: true },
        { _id: gone._id, version: 1, deleted: true },
        { _id: '01980000-0000-7000-8000-000000000000', version: 1, deleted: true },
        { _id: fine._id, version: 1, restore: 5 },
        { _id: fine._id, version: 1, deleted: true },
        { _id: fine._id, version: 1, deleted: true },
      ])
      assert.deepEqual(told(outcomes), ['stale', 'not_found', 'not_found', 'not_found', 2, 'not_found'])
      const [stale, missing] = outcomes
      assert.deepEqual([stale?.current?.version, missing?.current], [3, null])
      assert.match(String(stale?.error), /^This .+ has been changed by another user\.$/)
    })

    test('happen once under one name', async () => {
      const items = await severalOf(app, name, 2)
      const changes = items.map(({ _id, version }) => ({ _id, version, deleted: true }))
      const named = { 'idempotency-key': `many ${name}` }
      const answers = await Promise.all([1, 2, 3].map(() => change(app, name, changes, 'staff', named)))
      assert.deepEqual(answers.map(told), Array(3).fill([2, 2]))
      for (const item of items) assert.equal((await historyOf(name, item)).length, 2)
    })

    test('by several people at once, in any order: each record hears one of them, and everybody is answered', async () => {
      const items = await severalOf(app, name, 8)
      const deleted = items.map(({ _id, version }) => ({ _id, version, deleted: true }))
      const orders = [deleted, deleted.toReversed(), [...deleted.slice(4), ...deleted.slice(0, 4)]]
      const answers = await Promise.all(orders.map((changes) => change(app, name, changes)))
      assert.equal(answers.flat().filter((outcome) => 'version' in outcome).length, items.length)
      for (const item of items) assert.equal((await historyOf(name, item)).length, 2)
    })
  })
}
