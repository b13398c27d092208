import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshDatabase } from '#testing/app.ts'

const at = '2026-01-01T00:00:00.000Z'

test('films of before are told by their covers and trailers like those that come later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-attention-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(
    db,
    migrations.filter(({ name }) => name < '016'),
  )
  const columns = sql.raw('id, version, created_at, updated_at')
  for (const [name, width] of [
    ['small', 575],
    ['large', 576],
  ] as const)
    await sql`insert into images (${columns}, name, url, hash, width, height, bytes)
      values (${name}, 1, ${at}, ${at}, ${name}, ${name}, ${name}, ${width}, 900, 1)`.execute(db)
  const films: [id: string, image: string, trailer: string][] = [
    ['a', 'small', 'https://www.youtube.com/embed/FC6jFoYm3xs'],
    ['b', 'large', 'https://archive.org/details/faust'],
    ['c', '', 'https://youtu.be/FC6jFoYm3xs'],
    ['d', '', 'https://['],
  ]
  for (const [id, image, trailer] of films)
    await sql`insert into movies (${columns}, title, genre, image, description, trailer_url)
      values (${id}, 1, ${at}, ${at}, 'x', 'x', ${image}, 'x', ${trailer})`.execute(db)
  await migrate(db)
  assert.deepEqual(await db.selectFrom('movies').select(['id', 'smallCover', 'trailerHost']).orderBy('id').execute(), [
    { id: 'a', smallCover: 1, trailerHost: '' },
    { id: 'b', smallCover: 0, trailerHost: 'archive.org' },
    { id: 'c', smallCover: 0, trailerHost: '' },
    { id: 'd', smallCover: 0, trailerHost: '' },
  ])
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
