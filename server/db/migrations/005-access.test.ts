import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { testApp } from '#testing/app.ts'

test('a database from before keeps its people signed in, each session with an id of its own', async () => {
  const app = await testApp()
  for (const statement of [
    'drop index sessions_id',
    'alter table sessions drop column id',
    'alter table sessions drop column address',
    'alter table sessions drop column browser',
    'alter table users drop column must_change_password',
    'drop table devices',
    "delete from migrations where name = '005-access'",
  ])
    await sql.raw(statement).execute(app.db)
  await migrate(app.db)
  const sessions = await app.db.selectFrom('sessions').selectAll().execute()
  assert.ok(sessions.length >= 2)
  assert.equal(new Set(sessions.map(({ id }) => id)).size, sessions.length)
  for (const { id } of sessions) assert.match(id, /^[0-9a-f]{8}-/)
  assert.equal((await app.call('GET', '/api/users', 'super user')).status, 200)
  const [own]: { address: string; browser: string }[] = (await app.call('GET', '/api/sessions', 'staff')).body
  assert.deepEqual([own?.address, own?.browser], ['', ''], 'nobody knows where from')
  await app.close()
})
