import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { findByUsername } from '#server/auth/user-records.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { findValid } from '#server/promo-codes/uses.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { freshDatabase } from '#testing/app.ts'
import { derived } from '#testing/model/derived.ts'

let db: Database
let close: () => Promise<void>
before(async () => {
  const [folder, database] = [await mkdtemp(join(tmpdir(), 'moviebox-text-')), await freshDatabase()]
  db = openDatabase({ url: database.url, file: join(folder, 'a.sqlite') })
  close = async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  }
  const before = (number: string) => migrations.filter(({ name }) => name < number)
  await migrate(db, before('006'))
  await writeAsBefore()
  // The migrations in between create the tables for search and counts.
  await migrate(db, before('027'))
  await sql`update promo_codes set branch_names = ${'["Kino\u00a0Ost"]'}`.execute(db)
  await migrate(db)
  await requireIndex(db)
})
after(() => close())

const at = '2026-01-01T00:00:00.000Z'
const cover = `/media/${'a'.repeat(64)}/640.webp`

async function store(table: string, id: string, columns: object, deletedAt: string | null = null) {
  const row = { id, version: 3, createdAt: at, updatedAt: at, deletedAt, ...columns }
  await db
    .insertInto(table as 'movies')
    .values(row as never)
    .execute()
}

const film = (title: string, genre: string) => ({
  title,
  genre,
  image: cover,
  description: 'One\u2029Two\u00ad',
  trailerUrl: '\u200ehttps://example.org/x',
})
const code = (letters: string) => ({
  code: letters,
  percentage: 20,
  firstDay: '',
  lastDay: '',
  mostUses: null,
  paused: 0,
  uses: 1,
})
const user = (username: string, usernameKey: string) => ({ username, usernameKey, passwordHash: 'x', isSuperUser: 0 })
const booking = (promoCode: string, promoCodeId: string | null, fullName = 'Ann\u200ba') => ({
  branchName: 'Kino\u00a0Ost',
  date: '2026-11-27',
  time: '20:15',
  fullName,
  phoneNumber: '\u202d+43 660 1234567\u202c',
  status: 1,
  promoCode,
  promoCodeId,
  discountPercentage: 20,
})

async function writeAsBefore() {
  await store('images', 'image', { name: 'a  b', hash: 'a'.repeat(64), url: cover, width: 640, height: 960, bytes: 1 })
  await store('movies', '1', film('The\u00a0Golem', 'Come\u0301die'))
  await store('movies', '2', film('Häxan', 'Comédie'))
  await store('movies', '3', film('Ha\u0308xan', 'Comédie\u00a0dramatique'), at)
  await store('branches', 'ost', {
    name: 'Kino\u00a0Ost',
    address: 'x',
    googleMapsUrl: 'https://example.org',
    images: JSON.stringify([cover]),
  })
  await store('news', 'news', { title: 'A \u200b B', image: cover, date: '0026-12-24', description: 'x', gallery: '[]' })
  await store('menus', 'menu', { name: 'Pop\u00adcorn', image: '', description: 'x' })
  await store('promoCodes', 'a-wide', code('ＳＵＭＭＥＲ'))
  await store('promoCodes', 'b-plain', code('SUMMER'))
  await store('promoCodes', 'c-alone', code('ＷＩＮＴＥＲ'))
  await store('promoCodes', 'd-deleted', code('ＳＵＭＭＥＲ'), at)
  await store('promoCodes', 'e-sharp', code('GROẞ'))
  await store('promoCodes', 'f-double', code('GROSS'))
  await store('bookings', 'of-wide', booking('ＳＵＭＭＥＲ', 'a-wide'))
  await store('bookings', 'of-alone', booking('ＷＩＮＴＥＲ', 'c-alone'))
  await store('bookings', 'of-none', booking('', null, 'Bea'))
  await store('users', 'a', user('Anna–Lena', 'anna–lena'))
  await store('users', 'b', user('Anna-Lena', 'anna-lena'))
  await store('users', 'c', user('Bea\u00a0 K', 'bea  k'))
  await store('users', 'd', user('Straße–1', 'strasse–1'))
  await store('users', 'e', user('Carl  M', 'carl  m'))
  await store('users', 'f', user('Carl M', 'carl m'))
}

const all = async (table: string, columns: string) =>
  (await sql<Record<string, unknown>>`select ${sql.raw(columns)} from ${sql.table(table)} order by id`.execute(db)).rows.map((row) =>
    Object.values(row),
  )

test('every text has its form, and no record a new version', async () => {
  const description = 'One\nTwo'
  assert.deepEqual(await all('movies', 'title, genre, description, trailer_url, version'), [
    ['The Golem', 'Comédie', description, 'https://example.org/x', 3],
    ['Häxan', 'Comédie', description, 'https://example.org/x', 3],
    ['Häxan', 'Comédie dramatique', description, 'https://example.org/x', 3],
  ])
  assert.deepEqual(await all('branches', 'name'), [['Kino Ost']])
  assert.deepEqual(await all('news', 'title, date'), [['A B', '0026-12-24']], 'a day that would be refused today stays')
  assert.deepEqual(await all('menus', 'name'), [['Popcorn']])
  assert.deepEqual(await all('images', 'name'), [['a b']])
  assert.deepEqual(await all('bookings', 'branch_name, full_name, phone_number, version'), [
    ['Kino Ost', 'Anna', '+43 660 1234567', 3],
    ['Kino Ost', 'Bea', '+43 660 1234567', 3],
    ['Kino Ost', 'Anna', '+43 660 1234567', 3],
  ])
})

test('codes that become one stay apart, with their bookings; the one that has the form is meant', async () => {
  assert.deepEqual(await all('promo_codes', 'id, code, branch_names'), [
    ['a-wide', 'ＳＵＭＭＥＲ', '["Kino Ost"]'],
    ['b-plain', 'SUMMER', '["Kino Ost"]'],
    ['c-alone', 'WINTER', '["Kino Ost"]'],
    ['d-deleted', 'SUMMER', '["Kino Ost"]'],
    ['e-sharp', 'GROẞ', '["Kino Ost"]'],
    ['f-double', 'GROSS', '["Kino Ost"]'],
  ])
  assert.deepEqual(await all('bookings', 'id, promo_code, promo_code_id'), [
    ['of-alone', 'WINTER', 'c-alone'],
    ['of-none', '', null],
    ['of-wide', 'ＳＵＭＭＥＲ', 'a-wide'],
  ])
  for (const [typed = '', meant = ''] of [
    ['SUMMER', 'b-plain'],
    ['ＳＵＭＭＥＲ', 'b-plain'],
    ['winter', 'c-alone'],
    ['groß', 'e-sharp'],
  ])
    assert.equal((await findValid(db, typed, {}))?.id, meant, typed)
})

test('people whose names become one still sign in with them as they were', async () => {
  assert.deepEqual(await all('users', 'username'), [
    ['Anna–Lena'],
    ['Anna-Lena'],
    ['Bea K'],
    ['Straße-1'.replace('-', '–')],
    ['Carl  M'],
    ['Carl M'],
  ])
  for (const [typed = '', id = ''] of [
    ['Anna–Lena', 'a'],
    ['anna-lena', 'b'],
    ['Anna‑Lena', 'b'],
    ['bea k', 'c'],
    ['Bea\u00a0 K', 'c'],
    ['strasse-1', 'd'],
    ['Carl  M', 'e'],
    ['carl m', 'f'],
  ])
    assert.equal((await findByUsername(db, typed))?.id, id, typed)
})

test('records are found, sorted, counted and told of by their images as if they had been written like that', async () => {
  assert.deepEqual(await all('movies', 'title_sort'), [['the golem'], ['haxan'], ['haxan']])
  const { kept, anew } = await derived(db)
  assert.deepEqual(kept, anew)
})
