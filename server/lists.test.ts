import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { samples } from '#testing/samples.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Item = { _id: string }
const idsOf = async (path: string) => ((await app.call('GET', path, 'staff')).body as Item[]).map(({ _id }) => _id)

for (const { name, contract, body } of samples) {
  const path = contract.list.path
  const create = async () => ((await app.call('POST', path, 'staff', await body(app))).body as Item)._id

  describe(`the list of ${name}`, () => {
    test('shows the newest first, and what is deleted neither there nor in the total', async () => {
      const [first, second, third] = [await create(), await create(), await create()]
      assert.deepEqual((await idsOf(path)).slice(0, 3), [third, second, first])
      const before = Number((await app.call('GET', path, 'staff')).headers['x-total-count'])
      await app.call('DELETE', `${path}/${second}`, 'staff')
      assert.deepEqual((await idsOf(path)).slice(0, 2), [third, first])
      for (const query of ['', '?limit=1', '?offset=1'])
        assert.equal((await app.call('GET', `${path}${query}`, 'staff')).headers['x-total-count'], String(before - 1), query)
    })

    test('is cut where it is asked to be, and beyond its end is empty with the same total', async () => {
      const all = await idsOf(path)
      assert.ok(all.length >= 2)
      assert.deepEqual(await idsOf(`${path}?limit=1&offset=1`), all.slice(1, 2))
      const { link } = (await app.call('GET', `${path}?limit=1`, 'staff')).headers
      assert.equal(link, `<${path}?limit=1&offset=1>; rel="next"`)
      const beyond = await app.call('GET', `${path}?offset=${all.length + 7}`, 'staff')
      assert.deepEqual([beyond.body, beyond.headers['x-total-count'], beyond.headers.link], [[], String(all.length), undefined])
      const last = await app.call('GET', `${path}?limit=1&offset=${all.length - 1}`, 'staff')
      assert.equal(last.headers.link, undefined, 'nothing comes after the last')
    })
  })
}

test('a list answers at most 1,000 at once, and tells where the others are', async () => {
  const { contract, body } = samples[0]!
  const { list } = contract
  const made: Item = (await app.call('POST', list.path, 'staff', await body(app))).body
  const row = await app.db.selectFrom('movies').selectAll().where('id', '=', made._id).executeTakeFirstOrThrow()
  const rows = Array.from({ length: 1_000 }, (_, i) => ({ ...row, id: `01000000-0000-7000-8000-${String(i).padStart(12, '0')}` }))
  for (let i = 0; i < rows.length; i += 100)
    await app.db
      .insertInto('movies')
      .values(rows.slice(i, i + 100))
      .execute()
  const page = await app.call('GET', list.path, 'staff')
  assert.equal((page.body as Item[]).length, 1_000)
  assert.ok(Number(page.headers['x-total-count']) > 1_000)
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  assert.equal((await idsOf(next!)).length, Number(page.headers['x-total-count']) - 1_000)
})
