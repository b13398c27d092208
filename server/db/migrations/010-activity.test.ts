import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshDatabase } from '#testing/app.ts'

test('the activity has all that the history had', async (t) => {
  const [folder, database] = [await mkdtemp(join(tmpdir(), 'moviebox-activity-')), await freshDatabase()]
  const db = openDatabase({ url: database.url, file: join(folder, 'a.sqlite') })
  t.after(async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  await migrate(
    db,
    migrations.filter(({ name }) => name < '010'),
  )
  const anna = { byId: 'anna', byName: 'Anna', at: '2026-01-01T00:00:00.000Z' }
  const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const entry = (n: number, version: number, action: 'update' | 'erase', resource: string) => ({
    ...{ ...anna, id: id(n), resource, recordId: `of ${resource}`, version, action },
    record: action === 'erase' ? '' : '{"title":"Heat"}',
  })
  const many = Array.from({ length: 250 }, (_, n) => entry(n, n + 1, 'update', 'movies'))
  await db
    .insertInto('history')
    .values([...many, entry(250, 251, 'erase', 'movies'), entry(251, 1, 'update', 'users')])
    .execute()
  await migrate(db)
  const lines = await db.selectFrom('activity').selectAll().orderBy('id').execute()
  assert.equal(lines.length, 252)
  assert.deepEqual(
    lines
      .slice(-3)
      .map(({ kind, byName, resource, recordId, version, salt, seal }) => [kind, byName, resource, recordId, version, salt === '', seal]),
    [
      ['update', 'Anna', 'movies', 'of movies', 250, true, null],
      ['erase', 'Anna', 'movies', 'of movies', 251, true, null],
      ['password', 'Anna', 'users', 'of users', 1, false, null],
    ],
  )
})
