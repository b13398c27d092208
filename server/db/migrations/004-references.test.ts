import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { freshDatabase } from '#testing/app.ts'

let db: Database
let close: () => Promise<void>
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-test-'))
  const { url, drop } = await freshDatabase()
  db = openDatabase({ url, file: join(folder, 'moviebox.sqlite') })
  close = async () => {
    await db.destroy()
    await drop()
    await rm(folder, { recursive: true })
  }
  await migrate(db, migrations.slice(0, 3))
  await writeAsBefore()
  await migrate(db)
})
after(() => close())

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`
type Told = [day: number, action: 'create' | 'update' | 'delete' | 'restore', record: object]

/** A row as an earlier version stored it, with its history. */
async function store(table: 'bookings' | 'promoCodes' | 'branches', id: string, columns: object, told: Told[] = []) {
  const row = { version: 1, createdAt: day(1), updatedAt: day(1), deletedAt: null, ...columns, id }
  await db
    .insertInto(table)
    .values(row as never)
    .execute()
  for (const [index, [on, action, record]] of told.entries()) {
    const values = { id: `${id}-${index}`, resource: table, recordId: id, version: index + 1, action, record: JSON.stringify(record) }
    await db
      .insertInto('history')
      .values({ ...values, byId: null, byName: null, at: day(on) })
      .execute()
  }
}

const code = (letters: string, more: object = {}) => ({
  code: letters,
  percentage: 20,
  firstDay: '',
  lastDay: '',
  mostUses: null,
  paused: 0,
  uses: 99,
  ...more,
})
const booking = (promoCode: string, more: object = {}) => ({
  branchName: 'Harbour',
  date: '2026-11-27',
  time: '19:30',
  fullName: 'Ada Byron',
  phoneNumber: '1',
  status: 0,
  promoCode,
  discountPercentage: promoCode ? 20 : 0,
  ...more,
})
const branch = (name: string, more: object = {}) => ({ name, address: 'x', googleMapsUrl: 'x', images: '[]', ...more })

async function writeAsBefore() {
  // The code X was deleted on day 5 and created again on day 7.
  await store('promoCodes', 'x-1-old', code('X', { deletedAt: day(5) }), [
    [1, 'create', { code: 'X' }],
    [5, 'delete', { code: 'X' }],
  ])
  await store('promoCodes', 'x-2-new', code('X'), [[7, 'create', { code: 'X' }]])
  await store('bookings', 'of-the-old', booking('X'), [
    [2, 'create', { promoCode: 'X' }],
    [8, 'update', { promoCode: 'X' }],
  ])
  await store('bookings', 'of-the-new', booking('X'), [
    [1, 'create', { promoCode: '' }],
    [2, 'update', { promoCode: 'X' }],
    [6, 'update', { promoCode: '' }],
    [8, 'update', { promoCode: 'X' }],
  ])
  await store('bookings', 'canceled', booking('X', { status: 2 }), [[8, 'create', { promoCode: 'X' }]])
  await store('bookings', 'in-the-trash', booking('X', { deletedAt: day(9) }), [
    [8, 'create', { promoCode: 'X' }],
    [9, 'delete', { promoCode: 'X' }],
  ])
  // Z became Y on day 4, while a canceled booking held it.
  await store('promoCodes', 'renamed', code('Y'), [
    [1, 'create', { code: 'Z' }],
    [4, 'update', { code: 'Y' }],
  ])
  await store('bookings', 'of-the-renamed', booking('Z', { status: 2 }), [[3, 'create', { promoCode: 'Z' }]])
  // The history has no entries for these.
  await store('promoCodes', 'w-first', code('W', { deletedAt: day(2) }))
  await store('promoCodes', 'w-last', code('W', { deletedAt: day(3) }))
  await store('promoCodes', 'v-deleted', code('V', { deletedAt: day(3) }))
  await store('promoCodes', 'v-live', code('V'))
  await store('bookings', 'of-a-deleted-one', booking('W'))
  await store('bookings', 'of-a-living-one', booking('V'))
  await store('bookings', 'of-none', booking(''))
  await store('bookings', 'of-one-nobody-knows', booking('U', { branchName: 'Nowhere' }))
  // Two branches of one name; another one was called Pier before.
  await store('branches', 'harbour-1', branch('Harbour'))
  await store('branches', 'harbour-2', branch('Harbour'))
  await store('branches', 'quay', branch('Quay'), [
    [1, 'create', { name: 'Pier' }],
    [4, 'update', { name: 'Quay' }],
  ])
  await store('bookings', 'of-the-pier', booking('', { branchName: 'Pier' }), [[2, 'create', { branchName: 'Pier' }]])
}

test('a booking gets the id of the promo code whose letters it took on, of several with the same letters', async () => {
  const rows = await db.selectFrom('bookings').select(['id', 'promoCodeId']).where('promoCode', '<>', '').orderBy('id').execute()
  assert.deepEqual(Object.fromEntries(rows.map(({ id, promoCodeId }) => [id, promoCodeId])), {
    canceled: 'x-2-new',
    'in-the-trash': 'x-2-new',
    'of-a-deleted-one': 'w-last',
    'of-a-living-one': 'v-live',
    'of-one-nobody-knows': null,
    'of-the-new': 'x-2-new',
    'of-the-old': 'x-1-old',
    'of-the-renamed': 'renamed',
  })
  const { promoCodeId } = await db.selectFrom('bookings').selectAll().where('id', '=', 'of-none').executeTakeFirstOrThrow()
  assert.equal(promoCodeId, null)
})

test('the uses of a code are those of the bookings that hold it now, deleted or not', async () => {
  const rows = await db.selectFrom('promoCodes').select(['id', 'uses']).orderBy('id').execute()
  assert.deepEqual(Object.fromEntries(rows.map(({ id, uses }) => [id, uses])), {
    renamed: 0,
    'v-deleted': 0,
    'v-live': 1,
    'w-first': 0,
    'w-last': 1,
    'x-2-new': 1,
    'x-1-old': 1,
  })
})

test('a booking gets the id of its branch, also of one that has another name by now', async () => {
  const branchOf = async (id: string) =>
    (await db.selectFrom('bookings').select('branchId').where('id', '=', id).executeTakeFirstOrThrow()).branchId
  assert.deepEqual(
    [await branchOf('of-none'), await branchOf('of-the-pier'), await branchOf('of-one-nobody-knows')],
    ['harbour-1', 'quay', null],
  )
})
