import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { migrate, migrations, pending } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { derived } from '#testing/model/derived.ts'
import { databases, inDatabase, type Place, places } from '#testing/places.ts'
import { stop } from '#testing/process.ts'
import { examine } from './examine.ts'

const { start, newPlace, copyOf, killedWithin, end } = await places()
after(end)

/** The number of kills; `ROUNDS=50` raises it. */
const rounds = Number(process.env.ROUNDS ?? 2)
const films = 2_000

for (const kind of databases) {
  test(`a migration of ${kind} that is killed leaves what there was or what there will be, and the next start completes it`, async (t) => {
    const old = await newPlace(kind)
    await inDatabase(old, fill)
    const settings = { TRASH_DAYS: '0', LOG_LEVEL: 'warn' }
    const reference = await copyOf(old)
    const begun = performance.now()
    await stop(await start({ ...reference, ...settings }))
    const took = performance.now() - begun
    const wanted = await inDatabase(reference, rowsIn)
    assert.equal(wanted.films.length, films)
    let midway = 0
    for (let round = 0; round < rounds; round++) {
      const place = await copyOf(old)
      await killedWithin(took, { ...place, ...settings })
      const { had, left } = await inDatabase(place, async (db) => ({ had: await countFilms(db), left: await pending(db) }))
      assert.equal(had, films)
      const begun = await backupsIn(place)
      if (begun.length > 0 && left.length > 0) midway++
      await stop(await start({ ...place, ...settings }))
      assert.deepEqual(await inDatabase(place, rowsIn), wanted)
      const { kept, anew } = await inDatabase(place, derived)
      assert.deepEqual(kept, anew)
      const backups = await backupsIn(place)
      assert.ok(backups.some((path) => path.endsWith('before-006-lists.tar')))
      for (const path of backups.filter(isNamed)) assert.equal((await examine(path)).tables.movies?.rows, films)
      // On PostgreSQL another server may be writing it: there it goes after a day.
      if (kind === 'SQLite') assert.deepEqual(backups.filter(isNamed), backups)
    }
    t.diagnostic(`${midway} of ${rounds} came between the first step and the last`)
  })
}

/** A chain of before there was a search index. */
async function fill(db: Database): Promise<void> {
  await migrate(db, migrations.slice(0, 5))
  const at = '2026-01-01T00:00:00.000Z'
  const stamp = (number: number) => ({
    id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    version: 1,
    createdAt: at,
    updatedAt: at,
    deletedAt: number % 7 === 0 ? at : null,
  })
  const user = { ...stamp(1), username: 'admin', usernameKey: 'admin', passwordHash: 'x', isSuperUser: 1, mustChangePassword: 0 }
  await db
    .insertInto('users')
    .values(user as never)
    .execute()
  const page = 250
  for (let first = 0; first < films; first += page) {
    const rows = Array.from({ length: page }, (_, number) => {
      const film = { title: `Häxan ${number}`, genre: 'Horror', image: '', description: 'Two words.', trailerUrl: 'https://example.org' }
      return { ...stamp(first + number), ...film }
    })
    await db
      .insertInto('movies')
      .values(rows as never)
      .execute()
  }
}

/** Returns the paths of all files in the folder of backups, finished or not. */
async function backupsIn({ DATA_DIR }: Place): Promise<string[]> {
  const folder = join(DATA_DIR, 'backups')
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
}

const isNamed = (path: string) => path.endsWith('.tar')

const countFilms = async (db: Database) => (await db.selectFrom('movies').select('id').execute()).length

const rowsIn = async (db: Database) => ({
  films: await db.selectFrom('movies').selectAll().orderBy('id').execute(),
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  migrations: await db.selectFrom('migrations').select('name').orderBy('name').execute(),
})
