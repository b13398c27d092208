import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import { migrate, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { reindex } from '#server/database/reindex.ts'
import { freshDatabase } from '#testing/app.ts'

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

test('records from before are found by a search with filters as those are that come later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-words-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(db, migrations.slice(0, 5))
  const films = [row(1), row(2, at)].map((each) => ({ ...each, ...film }))
  await db
    .insertInto('movies')
    .values([...films, { ...row(3), ...film, image: '/media/x' }] as never)
    .execute()
  const days = ['1999-12-31', '2026-03-01', '2126-10-09']
  await db
    .insertInto('bookings')
    .values(days.map((date, index) => ({ ...row(index), ...booking, date })) as never)
    .execute()
  await db
    .insertInto('news')
    .values(days.map((date, index) => ({ ...row(index), ...item, date })) as never)
    .execute()
  await migrate(db)
  const tables = ['movies', 'bookings', 'news']
  const kept = () => Promise.all(tables.map(async (table) => (await wordsIn(table).execute(db)).rows))
  const wordsIn = (table: string) =>
    isPostgres(db)
      ? sql`select id, words::text from ${sql.table(table)} order by id`
      : sql`select rowid, words from ${sql.table(`${table}_words`)} order by rowid`
  const migrated = await kept()
  await db.transaction().execute(reindex)
  assert.deepEqual(migrated, await kept())
  assert.deepEqual(
    migrated.map((rows) => rows.length),
    [3, 3, 3],
  )
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
