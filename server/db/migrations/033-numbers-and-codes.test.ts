import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findCallers } from '#server/bookings/callers.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { findValid } from '#server/promo-codes/uses.ts'
import { indexVersion, requireIndex } from '#server/records/rebuild-index.ts'
import { freshDatabase } from '#testing/app.ts'
import { derived } from '#testing/model/derived.ts'

const at = '2026-01-01T00:00:00.000Z'

test('numbers, codes and trailers of before are read by the rules of today', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-033-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(
    db,
    migrations.filter(({ name }) => name < '033'),
  )
  await sql`insert into search_index (name, version) values ('records', ${indexVersion})`.execute(db)
  for (const [id, code, key, deletedAt] of [
    ['a-arabic', 'SUMMER-٢٠', 'summer-٢٠', null],
    ['b-plain', 'SUMMER-20', 'summer-20', null],
    ['c-alone', 'WINTERー20', 'winterー20', null],
    ['d-deleted', 'SUMMERー20', 'summerー20', at],
  ])
    await sql`insert into promo_codes (id, version, created_at, updated_at, deleted_at, code, code_key, percentage, first_day, last_day, paused, uses)
      values (${id}, 3, ${at}, ${at}, ${deletedAt}, ${code}, ${key}, 20, '', '', 0, 1)`.execute(db)
  for (const [id, phone, code, codeId] of [
    ['1', '27/11 0660 1234567', 'WINTERー20', 'c-alone'],
    ['2', '0660 7654321 -2', 'SUMMER-٢٠', 'a-arabic'],
  ])
    await sql`insert into bookings (id, version, created_at, updated_at, branch_name, date, time, full_name, phone_number, phone_digits, phone_links,
      status, promo_code, promo_code_id, discount_percentage) values (${id}, 3, ${at}, ${at}, 'Odeon', '2026-11-27', '19:30', 'Ada', ${phone},
      '27110660', '["tel:27110660"]', 0, ${code}, ${codeId}, 20)`.execute(db)
  await sql`insert into movies (id, version, created_at, updated_at, title, genre, image, description, trailer_url, trailer_host)
    values ('m', 3, ${at}, ${at}, 'x', 'x', '', 'x', 'https://vimeo.com/76979871/settings', 'vimeo.com')`.execute(db)
  await migrate(db)
  await requireIndex(db)

  const bookings = await db.selectFrom('bookings').select(['version', 'phoneDigits', 'phoneLinks', 'promoCode']).orderBy('id').execute()
  assert.deepEqual(
    bookings.map((row) => Object.values(row)),
    [
      [3, '06601234567', '["tel:06601234567"]', 'WINTER-20'],
      [3, '06607654321', '["tel:06607654321"]', 'SUMMER-٢٠'],
    ],
  )
  assert.equal((await findCallers(db, '0660 1234567'))[0]?.phoneNumber, '27/11 0660 1234567')
  const codes = await db.selectFrom('promoCodes').select(['code', 'codeKey']).orderBy('id').execute()
  assert.deepEqual(
    codes.map((row) => Object.values(row)),
    [
      ['SUMMER-٢٠', 'summer-٢٠'],
      ['SUMMER-20', 'summer-20'],
      ['WINTER-20', 'winter-20'],
      ['SUMMER-20', 'summer-20'],
    ],
  )
  assert.equal((await findValid(db, 'SUMMER-20', {}))?.id, 'b-plain')
  assert.equal((await findValid(db, 'WINTER-20', {}))?.id, 'c-alone')
  assert.equal((await db.selectFrom('movies').select('trailerHost').executeTakeFirstOrThrow()).trailerHost, '')
  const { kept, anew } = await derived(db)
  assert.deepEqual(kept, anew)
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
