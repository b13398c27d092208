import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { daysAfter, today } from '#contract/dates.ts'
import { nextRenaming, noteRenaming, renameNoted } from '#server/bookings/renaming.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { addLines } from '#testing/history-lines.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Branch = { _id: string; name: string; version: number }
type Booking = { _id: string; branchName: string; version: number; date: string; time: string; fullName: string }

let made = 0
const fields = { address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }
async function someBranch(name = `Branch ${++made}`): Promise<Branch> {
  return (await app.call('POST', '/api/branches', 'staff', { ...fields, name })).body
}
const rename = ({ _id }: Branch, name: string, more: object = {}) =>
  app.call('PUT', `/api/branches/${_id}`, 'staff', { ...fields, name, ...more })
const days = (count: number) => daysAfter(today(), count)
async function book(branchName: string, more: object = {}): Promise<{ status: number; body: Booking }> {
  const booking = { branchName, date: days(7), time: '19:30', fullName: 'Ada Byron', phoneNumber: '+44 20 7946 0121', ...more }
  return app.call('POST', '/api/bookings', 'staff', booking)
}
const coming = ({ _id }: Branch, as: 'staff' | 'nobody' = 'staff') => app.call('GET', `/api/branches/${_id}/coming-bookings`, as)
const bookingsOf = ({ _id }: Branch) => app.db.selectFrom('bookings').selectAll().where('branchId', '=', _id).orderBy('id').execute()

describe('the coming bookings of a branch', () => {
  test('are counted, with the next of them: not those of the past, canceled, deleted, or of another branch of this name', async () => {
    const branch = await someBranch()
    assert.deepEqual((await coming(branch)).body, { coming: 0, next: null })
    await book(branch.name, { date: days(-1), time: '23:59' })
    await book(branch.name, { date: days(1), status: 2 })
    const deleted = (await book(branch.name, { date: days(1) })).body
    await app.call('DELETE', `/api/bookings/${deleted._id}`, 'staff')
    await book(branch.name, { date: days(9) })
    await book(branch.name, { date: days(3), time: '21:00' })
    const { _id, date, time, fullName } = (await book(branch.name, { date: days(3), time: '09:30', fullName: 'Grace Hopper' })).body
    const twin = await someBranch(branch.name)
    assert.deepEqual((await coming(branch)).body, { coming: 3, next: { _id, date, time, fullName } })
    assert.deepEqual((await coming(twin)).body, { coming: 0, next: null })
  })

  test('begin with this minute', async () => {
    const branch = await someBranch()
    await book(branch.name, { date: days(0), time: '00:00' })
    await book(branch.name, { date: days(0), time: '23:59' })
    const expected = new Date().getHours() === 0 && new Date().getMinutes() === 0 ? 2 : 1
    assert.equal(((await coming(branch)).body as { coming: number }).coming, expected)
  })

  test('are told to staff only', async () => {
    assert.equal((await coming(await someBranch(), 'nobody')).status, 401)
  })
})

describe('a branch that gets another name', () => {
  test('takes its coming bookings along when it is asked to, each as a new version with its history, and leaves the past', async () => {
    const branch = await someBranch()
    const past = (await book(branch.name, { date: days(-7) })).body
    const next = (await book(branch.name)).body
    const name = `${branch.name} renamed`
    assert.equal((await rename(branch, name, { renameBookings: true })).status, 200)
    const [first, second] = await bookingsOf(branch)
    assert.deepEqual([first?.id, first?.branchName, first?.version], [past._id, branch.name, 1])
    assert.deepEqual([second?.id, second?.branchName, second?.version], [next._id, name, 2])
    const history = await app.db.selectFrom('history').selectAll().where('recordId', '=', next._id).where('version', '=', 2).execute()
    assert.deepEqual([history.length, history[0]?.action, history[0]?.byName], [1, 'update', 'staff'])
    assert.equal((JSON.parse(history[0]!.record) as Booking).branchName, name)
  })

  test('leaves all of them where it isn’t asked to, and may still take them along later', async () => {
    const branch = await someBranch()
    await book(branch.name)
    await rename(branch, `${branch.name} 2`)
    assert.equal((await bookingsOf(branch))[0]?.branchName, branch.name)
    await rename(branch, `${branch.name} 3`, { renameBookings: true })
    assert.equal((await bookingsOf(branch))[0]?.branchName, `${branch.name} 3`)
  })

  test('and then its old one back gives that to the bookings that went along, and to no other', async () => {
    const branch = await someBranch()
    await book(branch.name)
    await rename(branch, `${branch.name} 2`)
    const went = (await book(`${branch.name} 2`)).body
    await rename(branch, `${branch.name} 3`)
    await book(`${branch.name} 3`, { fullName: 'Bears the name of now' })
    const back = await app.call('POST', `/api/branches/${branch._id}/restoration`, 'staff', { version: 1 })
    assert.equal(back.status, 200)
    const names = (await bookingsOf(branch)).map(({ branchName }) => branchName)
    assert.deepEqual(names, [branch.name, went.branchName, branch.name])
  })

  test('that is refused leaves its bookings as they are', async () => {
    const branch = await someBranch()
    await book(branch.name)
    assert.equal((await rename(branch, 'Refused', { renameBookings: true, images: ['/media/none.webp'] })).status, 422)
    const stale = await app.call(
      'PUT',
      `/api/branches/${branch._id}`,
      'staff',
      { ...fields, name: 'Stale', renameBookings: true },
      { 'if-match': '"9"' },
    )
    assert.equal(stale.status, 412)
    assert.equal((await bookingsOf(branch))[0]?.branchName, branch.name)
  })

  test('leaves no booking behind that is made at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const branch = await someBranch()
      const name = `${branch.name} now`
      const [renamed, ...replies] = await Promise.all([
        pause(round).then(() => rename(branch, name, { renameBookings: true })),
        ...Array.from({ length: 12 }, (_, guest) => pause(guest).then(() => book(branch.name))),
      ])
      assert.equal(renamed?.status, 200)
      assert.ok(replies.every(({ status }) => status === 201 || status === 422))
      const names = (await bookingsOf(branch)).map(({ branchName }) => branchName)
      assert.deepEqual([...new Set(names), name], names.length > 0 ? [name, name] : [name])
    }
  })
})

test('no booking is made at a branch that is gone by then', async () => {
  for (let round = 0; round < 8; round++) {
    const branch = await someBranch()
    await Promise.all([
      pause(round).then(() => app.call('DELETE', `/api/branches/${branch._id}`, 'staff')),
      ...Array.from({ length: 12 }, (_, guest) => pause(guest).then(() => book(branch.name))),
    ])
    const { deletedAt } = await app.db.selectFrom('branches').selectAll().where('id', '=', branch._id).executeTakeFirstOrThrow()
    for (const { createdAt } of await bookingsOf(branch)) assert.ok(createdAt <= (deletedAt ?? ''), `${createdAt} after ${deletedAt}`)
  }
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a branch with many coming bookings that gets another name', () => {
  const all = 300
  async function withMany() {
    const branch = await someBranch()
    for (let made = 0; made < all; made += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => book(branch.name, { fullName: `Guest ${made + at}` })))
    return branch
  }
  const bearing = async (branch: Branch, name: string) => (await bookingsOf(branch)).filter(({ branchName }) => branchName === name).length

  test('lets others write between two steps', async () => {
    const branch = await withMany()
    const elsewhere = await someBranch()
    const name = `${branch.name} renamed`
    const seen: number[] = []
    const renaming = rename(branch, name, { renameBookings: true })
    for (let isOver = false; !isOver; ) {
      await book(elsewhere.name, { fullName: `Guest ${seen.length}` })
      seen.push(await bearing(branch, name))
      isOver = await Promise.race([renaming.then(() => true), pause(0).then(() => false)])
    }
    assert.equal((await renaming).status, 200)
    assert.ok(
      seen.some((renamed) => renamed > 0 && renamed < all),
      `While others wrote, ${seen} of ${all} had the new name.`,
    )
    for (let tries = 0; (await bearing(branch, name)) < all && tries < 100; tries++) await pause(100)
    assert.equal(await bearing(branch, name), all)
  })

  test('is followed by them also where the server stopped right after it, and takes them back when that is undone', async () => {
    const branch = await someBranch()
    const { body: booking } = await book(branch.name)
    const by = undefined
    const newName = `${branch.name} renamed`
    await rename(branch, newName)
    await app.db.transaction().execute((trx) => noteRenaming(trx, { branchId: branch._id, newName }, by))
    for (let tries = 0; (await bearing(branch, newName)) === 0 && tries < 100; tries++) await pause(100)
    assert.deepEqual(
      (await bookingsOf(branch)).map(({ id, branchName, version }) => [id, branchName, version]),
      [[booking._id, newName, 2]],
    )
    assert.equal((await app.call('POST', `/api/branches/${branch._id}/restoration`, 'staff', { version: 1 })).status, 200)
    assert.equal(await bearing(branch, branch.name), 1)
  })

  test('takes them back also where versions of many branches are restored at once', async () => {
    const branches = [await someBranch(), await someBranch()]
    for (const branch of branches) {
      await book(branch.name)
      await rename(branch, `${branch.name} renamed`, { renameBookings: true })
      assert.equal(await bearing(branch, `${branch.name} renamed`), 1)
    }
    const changes = branches.map(({ _id }) => ({ _id, version: 2, restore: 1 }))
    assert.equal((await app.call('POST', '/api/branches/changes', 'staff', { changes })).status, 200)
    for (const branch of branches) assert.equal(await bearing(branch, branch.name), 1)
  })

  test('renames all others where one can’t be', async () => {
    const branch = await someBranch()
    const { body: broken } = await book(branch.name)
    await book(branch.name, { fullName: 'Grace Hopper' })
    // The history already contains the booking's second version, so storing another one fails.
    const line = { resource: 'bookings', recordId: broken._id, version: 2, action: 'update' as const, record: '{}' }
    await addLines(app.db, [{ ...line, id: broken._id, byId: null, byName: null, batch: null, at: new Date().toISOString() }])
    const name = `${branch.name} renamed`
    assert.equal((await rename(branch, name, { renameBookings: true })).status, 200)
    assert.deepEqual(
      (await bookingsOf(branch)).map(({ branchName }) => branchName),
      [branch.name, name],
    )
    assert.equal(await nextRenaming(app.db, branch._id), undefined)
  })

  test('leaves those alone that were made under a still later name', async () => {
    const branch = await someBranch()
    await book(branch.name)
    const [second, third] = [`${branch.name} 2`, `${branch.name} 3`]
    for (const name of [second, third]) await rename(branch, name)
    await book(third)
    await app.db.transaction().execute((trx) => noteRenaming(trx, { branchId: branch._id, newName: second }, undefined))
    await renameNoted(app.db, { log: app.app.log, signal: new AbortController().signal }, branch._id)
    assert.deepEqual(
      (await bookingsOf(branch)).map(({ branchName, version }) => [branchName, version]),
      [
        [second, 2],
        [third, 1],
      ],
    )
  })

  /** The database, which calls `seen` before it answers with whole rows of bookings, or with their ids alone. */
  const watched = (seen: (isWhole: boolean) => void) =>
    app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        for (const { phoneNumber, ...row } of result.rows)
          if (phoneNumber !== undefined || Object.keys(row).join() === 'id') seen(phoneNumber !== undefined)
        return result
      },
    })
  async function withNoted() {
    const branch = await someBranch()
    await book(branch.name)
    const newName = `${branch.name} renamed`
    await rename(branch, newName)
    await app.db.transaction().execute((trx) => noteRenaming(trx, { branchId: branch._id, newName }, undefined))
    return { branch, newName }
  }

  test('takes them along later where the database is out of reach, or the server stops', async () => {
    const { branch, newName } = await withNoted()
    const away = new DatabaseUnavailable('gone')
    const unreachable = watched((isWhole) => {
      if (isWhole) throw away
    })
    const stop = new AbortController()
    const stopped = watched(() => stop.abort())
    const signal = new AbortController().signal
    await assert.rejects(renameNoted(unreachable, { log: app.app.log, signal }, branch._id), away)
    await renameNoted(stopped, { log: app.app.log, signal: stop.signal }, branch._id)
    assert.equal(stop.signal.aborted, true)
    assert.equal(await bearing(branch, newName), 0)
    await renameNoted(app.db, { log: app.app.log, signal }, branch._id)
    assert.equal(await bearing(branch, newName), 1)
  })

  test('leaves no booking between two names when it is undone before they all have the new one', async () => {
    const branch = await someBranch()
    await book(branch.name)
    await book(branch.name, { fullName: 'Grace Hopper' })
    const newName = `${branch.name} renamed`
    await rename(branch, newName)
    await book(newName, { fullName: 'Has the new name already' })
    await app.db.transaction().execute((trx) => noteRenaming(trx, { branchId: branch._id, newName }, undefined))
    assert.equal((await app.call('POST', `/api/branches/${branch._id}/restoration`, 'staff', { version: 1 })).status, 200)
    assert.equal(await bearing(branch, branch.name), 3)
  })
})
