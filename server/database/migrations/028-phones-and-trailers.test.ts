import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findCallers } from '#server/bookings/callers.ts'
import { migrate, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { requireIndex } from '#server/database/rebuild.ts'
import { freshDatabase } from '#testing/app.ts'

const at = '2026-01-01T00:00:00.000Z'
const idOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`

test('bookings of before are found and dialled by their numbers like those that come later, in any number of pages', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-phones-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(
    db,
    migrations.filter(({ name }) => name < '028'),
  )
  const numbers = [
    '0660 1234567 / +43 676 7654321 ab 18 Uhr',
    'none',
    ...Array.from({ length: 2_100 }, (_, nr) => `01 58858 (Platz ${nr})`),
    'Room 12, +43 660 7777777',
  ]
  for (const [nr, phone] of numbers.entries())
    await sql`insert into bookings (id, version, created_at, updated_at, branch_name, date, time, full_name, phone_number, status, promo_code,
      discount_percentage) values (${idOf(nr)}, 1, ${at}, ${at}, 'Odeon', '2026-11-27', '19:30', 'Ada', ${phone}, 0, '', 0)`.execute(db)
  const films = [
    ['a', 'https://www.youtube.com/watch?v=undefined', ''],
    ['b', 'https://vimeo.com/showcase/7654321', ''],
    ['c', 'https://youtube-nocookie.com/embed/FC6jFoYm3xs', 'youtube-nocookie.com'],
    ['d', 'https://archive.org/x', 'archive.org'],
  ]
  for (const [id, trailer, host] of films)
    await sql`insert into movies (id, version, created_at, updated_at, title, genre, image, description, trailer_url, trailer_host)
      values (${id}, 1, ${at}, ${at}, 'x', 'x', '', 'x', ${trailer}, ${host})`.execute(db)
  await migrate(db)
  await requireIndex(db)
  const columns = await db.selectFrom('bookings').select(['phoneDigits', 'phoneLinks']).orderBy('id').execute()
  assert.deepEqual(columns[0], {
    phoneDigits: '06601234567 436767654321 06767654321',
    phoneLinks: '["tel:06601234567","tel:+436767654321"]',
  })
  assert.deepEqual(columns[1], { phoneDigits: '', phoneLinks: '[]' })
  assert.ok(columns.slice(2, -1).every(({ phoneDigits, phoneLinks }) => phoneDigits === '0158858' && phoneLinks === '["tel:0158858"]'))
  assert.deepEqual((await findCallers(db, '+43 676 7654321'))[0]?.phoneNumber, numbers[0])
  assert.deepEqual((await findCallers(db, '0660 7777777'))[0]?.phoneNumber, numbers.at(-1))
  const hosts = await db.selectFrom('movies').select('trailerHost').orderBy('id').execute()
  assert.deepEqual(
    hosts.map(({ trailerHost }) => trailerHost),
    ['www.youtube.com', 'vimeo.com', '', 'archive.org'],
  )
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
