import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { listRows } from '#server/lists/list.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { resources } from '#server/resources.ts'
import { freshDatabase } from '#testing/app.ts'
import { derived } from '#testing/model/derived.ts'

const at = '2026-01-01T00:00:00.000Z'
const row = (id: number, deletedAt: string | null = null) => ({ id: `${id}`, version: 1, createdAt: at, updatedAt: at, deletedAt })
const film = { title: 'Häxan', genre: 'Science Fiction', image: '', description: 'x', trailerUrl: 'https://example.org' }
const booking = {
  branchName: '"Łódź" & Co.',
  time: '20:15',
  fullName: 'Anna',
  phoneNumber: '0660 1',
  status: 2,
  promoCode: '',
  discountPercentage: 0,
}
const item = { title: 'Anna', image: '', description: 'x', gallery: '[]' }
const days = ['0999-12-31', '2026-03-01', '9999-12-31']

const request = { q: '', filters: {}, order: '', trash: false, limit: 10, after: undefined }

test('records of before are found and counted as those are that come later, with words, filters and in the trash', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-tokens-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  const add = (table: 'movies', rows: object[]) =>
    db
      .insertInto(table)
      .values(rows as never)
      .execute()
  await migrate(db, migrations.slice(0, 5))
  await add('movies', [...[row(1), row(2, at)].map((each) => ({ ...each, ...film })), { ...row(3), ...film, image: '/media/x' }])
  await add(
    'bookings' as 'movies',
    days.map((date, index) => ({ ...row(index), ...booking, date })),
  )
  await add(
    'news' as 'movies',
    days.map((date, index) => ({ ...row(index), ...item, date })),
  )
  await migrate(db)
  await Promise.all([requireIndex(db), requireIndex(db)])
  const { kept, anew } = await derived(db)
  assert.deepEqual(kept, anew)
  const ids = async (name: 'movies' | 'bookings' | 'news', asked: object) => {
    const { listed } = resources[name].records
    const query = { ...request, order: listed.listing.order, ...asked }
    const { rows, total } = await listRows(db, { ...listed, request: query })
    assert.equal(total, rows.length)
    return rows.map(({ id }) => id).sort()
  }
  assert.deepEqual(await ids('movies', { q: 'haxan sci' }), ['1', '3'])
  assert.deepEqual(await ids('movies', { q: 'haxan', filters: { cover: ['with'] } }), ['3'])
  assert.deepEqual(await ids('movies', { q: 'haxan', trash: true }), ['2'])
  assert.deepEqual(await ids('bookings', { q: 'lodz', filters: { date: ['2026-01-01..'], status: ['2'] } }), ['1', '2'])
  assert.deepEqual(await ids('bookings', { q: 'anna', filters: { date: ['..2026-03-01'] } }), ['0', '1'])
  assert.deepEqual(await ids('news', { q: 'anna', filters: { date: ['..2026-02-01'] } }), ['0'])
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
