import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { usesOf } from '#server/records/image-uses.ts'
import { freshDatabase } from '#testing/app.ts'

const at = '2026-01-01T00:00:00.000Z'

test('the use of an image by an earlier news item is public from the day of the item on, and one by a movie always', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-public-days-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(
    db,
    migrations.filter(({ name }) => name < '035'),
  )
  await sql`insert into news (id, version, created_at, updated_at, title, image, date, description, gallery)
    values ('n', 1, ${at}, ${at}, 'News', 'a', '2031-04-04', 'x', '[]')`.execute(db)
  for (const [resource, id] of [
    ['news', 'n'],
    ['movies', 'm'],
  ])
    await sql`insert into image_uses (url, resource, record_id, title) values ('a', ${resource}, ${id}, ${resource})`.execute(db)
  await migrate(db)
  const seenOn = async (day: string) => (await usesOf(db, ['a'], day)).get('a')?.first.map(({ title }) => title)
  assert.deepEqual([await seenOn('2031-04-03'), await seenOn('2031-04-04')], [['movies'], ['news', 'movies']])
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
