import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate, migrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { requireIndex } from '#server/database/rebuild.ts'
import { freshDatabase } from '#testing/app.ts'
import { derived } from '#testing/model/derived.ts'

const at = '2026-01-01T00:00:00.000Z'
const code = { version: 1, createdAt: at, updatedAt: at, percentage: 20, firstDay: '', lastDay: '', mostUses: null, paused: 0, uses: 3 }

test('promo codes from before are limited to nothing, and found as those are that come later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-limits-'))
  const database = await freshDatabase()
  const db = openDatabase({ url: database.url, file: join(dataDir, 'moviebox.sqlite') })
  await migrate(db, migrations.slice(0, 5))
  const codes = [
    { ...code, id: '1', code: 'ALPHA-1', deletedAt: null },
    { ...code, id: '2', code: 'BETA', deletedAt: at },
  ]
  await db
    .insertInto('promoCodes')
    .values(codes as never)
    .execute()
  await migrate(db)
  await requireIndex(db)
  const rows = await db.selectFrom('promoCodes').select(['weekdays', 'branches', 'branchNames', 'campaign', 'uses']).execute()
  assert.deepEqual(rows, Array(2).fill({ weekdays: '[]', branches: '[]', branchNames: '[]', campaign: '', uses: 3 }))
  const { kept, anew } = await derived(db)
  assert.deepEqual(kept, anew)
  await db.destroy()
  await database.drop()
  await rm(dataDir, { recursive: true })
})
