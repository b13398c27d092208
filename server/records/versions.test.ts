import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#server/db/ids.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { addLines } from '#testing/history-lines.ts'
import { picture, stored } from '#testing/pictures.ts'
import { sampleOf, samples } from '#testing/samples.ts'

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

/** Times have millisecond precision: consecutive actions need different ones. */
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

    test('gets no version and no line in its history from a change that changes nothing', async () => {
      const { body: created }: Reply = await app.call('POST', path, 'staff', await body(app))
      const { body: saved }: Reply = await app.call('PUT', `${path}/${created._id}`, 'staff', { ...created, ...changes })
      await tick()
      const again: Reply = await app.call('PUT', `${path}/${created._id}`, 'super user', saved, { 'if-match': '"2"' })
      assert.deepEqual([again.status, again.body, again.headers.etag], [200, saved, '"2"'])
      const restored: Reply = await app.call('POST', `${path}/${created._id}/restoration`, 'super user', { version: 2 })
      assert.deepEqual([restored.status, restored.body], [200, saved])
      assert.equal((await historyOf(created._id)).length, 2)
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

for (const { name, contract, body, changes, fields } of samples) {
  describe(`the versions of one of the ${name}`, () => {
    const path = contract.list.path
    const own = (item: object) => Object.fromEntries(Object.entries(item).filter(([field]) => field in fields))
    /** A record that was created, changed and deleted. */
    async function lived(): Promise<string> {
      const { _id }: Item = (await app.call('POST', path, 'staff', await body(app))).body
      await app.call('PUT', `${path}/${_id}`, 'super user', { ...(await body(app)), ...changes })
      await app.call('DELETE', `${path}/${_id}`, 'staff')
      return `${path}/${_id}`
    }

    test('are told to staff, the latest first, by pages, also of one that was deleted', async () => {
      const one = await lived()
      const versions: { version: number; action: string; byName: string; at: string; record: Item }[] = (
        await app.call('GET', `${one}/history`, 'staff')
      ).body
      assert.deepEqual(
        versions.map(({ version, action, byName }) => [version, action, byName]),
        [
          [3, 'delete', people.staff.username],
          [2, 'update', people['super user'].username],
          [1, 'create', people.staff.username],
        ],
      )
      assert.deepEqual(
        versions.map(({ record, at }) => [record.version, record.updatedAt === at]),
        [3, 2, 1].map((version) => [version, true]),
      )
      assert.deepEqual((await app.call('GET', `${one}/history?before=3`, 'staff')).body, versions.slice(1))
      assert.deepEqual((await app.call('GET', `${one}/history?before=1`, 'staff')).body, [])
      assert.equal((await app.call('GET', `${one}/history`)).status, 401)
      assert.equal((await app.call('GET', `${one}/history?before=x`, 'staff')).status, 422)
      assert.equal((await app.call('GET', `${path}/${people.staff._id}/history`, 'staff')).status, 404)
    })

    test('are brought back as new ones, with all of their fields, also of one that was deleted', async () => {
      const one = await lived()
      const [, then, first]: { record: Item }[] = (await app.call('GET', `${one}/history`, 'staff')).body
      const restored: Reply = await app.call('POST', `${one}/restoration`, 'staff', { version: 1 })
      assert.deepEqual([restored.status, restored.body.version, own(restored.body)], [200, 4, own(first!.record)])
      const [latest]: { action: string }[] = (await app.call('GET', `${one}/history`, 'staff')).body
      assert.equal(latest?.action, 'restore')
      assert.deepEqual((await app.call('GET', one, 'staff')).body, restored.body)
      const again: Reply = await app.call('POST', `${one}/restoration`, 'staff', { version: 2 }, { 'if-match': '"4"' })
      assert.deepEqual([again.status, again.body.version, own(again.body)], [200, 5, own(then!.record)])
      for (const [sent, status, tag] of [
        [{ version: 6 }, 404, '"5"'],
        [{ version: 0 }, 404, '"5"'],
        [{ version: 'x' }, 422, '"5"'],
        [{ version: 2 ** 31 }, 422, '"5"'],
        [{ version: 1 }, 412, '"4"'],
        [undefined, 404, '"5"'],
      ] as const)
        assert.equal(
          (await app.call('POST', `${one}/restoration`, 'staff', sent, { 'if-match': tag })).status,
          status,
          JSON.stringify(sent),
        )
      assert.equal((await historyOf(again.body._id)).length, 5)
    })
  })
}

test('a version comes back without the pictures that have left the gallery since, unless the record shows them still', async () => {
  const [gone, left] = [await stored(app, await picture('png')), await stored(app, await picture('png'))]
  const news = sampleOf('news')
  const given = { ...(await news.body(app)), image: gone.url, gallery: [gone.url, left.url] }
  const { _id }: Item = (await app.call('POST', '/api/news', 'staff', given)).body
  await app.call('PUT', `/api/news/${_id}`, 'staff', { ...given, image: '', gallery: [] })
  await app.call('DELETE', `/api/images/${gone._id}`, 'staff')
  const { body: back }: { body: Item & { image: string; gallery: string[] } } = await app.call(
    'POST',
    `/api/news/${_id}/restoration`,
    'staff',
    { version: 1 },
  )
  assert.deepEqual([back.image, back.gallery], ['', [left.url]])
})

test('what comes back from the trash comes without the pictures that were taken away for good meanwhile, and with those that are in the trash', async () => {
  const [erased, deleted] = [await stored(app, await picture('png')), await stored(app, await picture('png'))]
  const news = sampleOf('news')
  const given = { ...(await news.body(app)), image: erased.url, gallery: [deleted.url, erased.url] }
  const { _id }: Item = (await app.call('POST', '/api/news', 'staff', given)).body
  await app.call('DELETE', `/api/news/${_id}`, 'staff')
  for (const { _id } of [erased, deleted]) await app.call('DELETE', `/api/images/${_id}`, 'staff')
  assert.equal((await app.call('POST', `/api/images/${erased._id}/erasure`, 'super user')).status, 204)
  const { body: back }: { body: Item & { image: string; gallery: string[] } } = await app.call(
    'POST',
    `/api/news/${_id}/restoration`,
    'staff',
  )
  assert.deepEqual([back.image, back.gallery], ['', [deleted.url]])
  assert.equal((await app.call('POST', `/api/images/${deleted._id}/erasure`, 'super user')).status, 409, 'it is shown')
})

describe('a version of a booking', () => {
  type Code = { _id: string; code: string; uses: number }
  const book = async (promoCode: string, more: object = {}) => {
    const bookings = sampleOf('bookings')
    return { ...(await bookings.body(app)), promoCode, ...more }
  }
  const newCode = async (more: object = {}): Promise<Code> => {
    const codes = sampleOf('promo-codes')
    return (await app.call('POST', '/api/promo-codes', 'staff', { ...(await codes.body(app)), ...more })).body
  }
  const uses = async ({ _id }: Code) => ((await app.call('GET', `/api/promo-codes/${_id}`, 'staff')).body as Code).uses
  const add = async (promoCode: string): Promise<string> =>
    `/api/bookings/${((await app.call('POST', '/api/bookings', 'staff', await book(promoCode))) as { body: Item }).body._id}`

  test('takes its promo code up again, at the discount of then, although the code has ended since', async () => {
    const [one, other] = [await newCode({ percentage: 30 }), await newCode()]
    const path = await add(one.code)
    await app.call('PUT', path, 'staff', await book(other.code))
    await app.call('PUT', `/api/promo-codes/${one._id}`, 'staff', { code: one.code, percentage: 10, lastDay: '2020-01-01', paused: true })
    assert.deepEqual([await uses(one), await uses(other)], [0, 1])
    const { body: back }: { body: Item & { discountPercentage: number; promoCode: string } } = await app.call(
      'POST',
      `${path}/restoration`,
      'staff',
      { version: 1 },
    )
    assert.deepEqual([back.promoCode, back.discountPercentage, await uses(one), await uses(other)], [one.code, 30, 1, 0])
  })

  test('comes back at the discount of then also where it has the same promo code now, at another one, and no use moves', async () => {
    const code = await newCode({ percentage: 30, mostUses: 2 })
    const path = await add(code.code)
    await app.call('PUT', path, 'staff', await book(''))
    await app.call('PUT', `/api/promo-codes/${code._id}`, 'staff', { code: code.code, percentage: 10, mostUses: 2 })
    const now: { body: { discountPercentage: number } } = await app.call('PUT', path, 'staff', await book(code.code))
    await add(code.code)
    // Fewer than it was used already: the uses that are spent stay.
    await app.call('PUT', `/api/promo-codes/${code._id}`, 'staff', { code: code.code, percentage: 10, mostUses: 1 })
    const back: { status: number; body: { discountPercentage: number } } = await app.call('POST', `${path}/restoration`, 'staff', {
      version: 1,
    })
    assert.deepEqual([now.body.discountPercentage, back.status, back.body.discountPercentage, await uses(code)], [10, 200, 30, 2])
  })

  test('is refused where the last use of its promo code is gone, and nothing is changed', async () => {
    const code = await newCode({ mostUses: 1 })
    const path = await add(code.code)
    await app.call('PUT', path, 'staff', await book(''))
    await add(code.code)
    const before = (await app.call('GET', path, 'staff')).body
    const refused: { status: number; body: { code: string; fields: object } } = await app.call('POST', `${path}/restoration`, 'staff', {
      version: 1,
    })
    assert.deepEqual([refused.status, refused.body.code, Object.keys(refused.body.fields)], [409, 'used_up', ['promoCode']])
    assert.deepEqual([(await app.call('GET', path, 'staff')).body, await uses(code)], [before, 1])
  })

  test('keeps the name of a branch that is gone', async () => {
    const { _id, name }: Item & { name: string } = (
      await app.call('POST', '/api/branches', 'staff', { name: 'Pier', address: 'x', googleMapsUrl: 'https://example.org', images: [] })
    ).body
    const made: { body: Item } = await app.call('POST', '/api/bookings', 'staff', await book('', { branchName: name }))
    const path = `/api/bookings/${made.body._id}`
    await app.call('PUT', path, 'staff', await book(''))
    await app.call('DELETE', `/api/branches/${_id}`, 'staff')
    const back: { status: number; body: { branchName: string } } = await app.call('POST', `${path}/restoration`, 'staff', { version: 1 })
    assert.deepEqual([back.status, back.body.branchName], [200, 'Pier'])
  })
})

test('a version comes back also where somebody else deletes or restores the record in the same moment', async () => {
  const bookings = sampleOf('bookings')
  for (let round = 0; round < 8; round++) {
    const { _id }: Item = (await app.call('POST', '/api/bookings', 'staff', await bookings.body(app))).body
    const path = `/api/bookings/${_id}`
    const bringBack = () => app.call('POST', `${path}/restoration`, 'staff', { version: 1 })
    const replies = await Promise.all([app.call('DELETE', path, 'super user'), bringBack(), bringBack(), bringBack()])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [204, 200, 200, 200],
    )
  }
})

test('what is refused leaves no trace in the history', async () => {
  const { contract, body } = sampleOf('movies')
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

test('a history of many versions comes in pages of a hundred, each going on where the one before has ended', async () => {
  const { _id }: Item = (await app.call('POST', '/api/menus', 'staff', await sampleOf('menus').body(app))).body
  const [first] = await historyOf(_id)
  const later = Array.from({ length: 204 }, (_, at) => ({ ...first!, id: newId(), version: at + 2, action: 'update' as const }))
  await addLines(app.db, later)
  const pages: number[][] = []
  for (let before = ''; pages.length < 4; before = `?before=${pages.at(-1)?.at(-1)}`) {
    const versions: { version: number }[] = (await app.call('GET', `/api/menus/${_id}/history${before}`, 'staff')).body
    if (versions.length === 0) break
    pages.push(versions.map(({ version }) => version))
  }
  assert.deepEqual(
    pages.map(({ length }) => length),
    [100, 100, 5],
  )
  assert.deepEqual(
    pages.flat(),
    Array.from({ length: 205 }, (_, at) => 205 - at),
  )
})
