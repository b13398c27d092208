import { sql } from 'kysely'
import { codeLetters } from '#contract/code-letters.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { comparisonKey, oneLine } from '#contract/text.ts'
import type { Migration } from '#server/db/migration.ts'
import { makeCanonical, namedRows, type Row, type TextTable } from '#server/db/migrations/canonical-rows.ts'
import { staying } from '#server/db/migrations/keys.ts'
import type { Transaction } from '#server/db/schema.ts'

const tables: TextTable[] = [
  {
    name: 'movies',
    lines: ['title', 'genre', 'trailer_url'],
    paragraphs: ['description'],
    sort: 'title',
    title: 'title',
  },
  { name: 'images', lines: ['name'], sort: 'name' },
  { name: 'branches', lines: ['name', 'address', 'google_maps_url'], sort: 'name', title: 'name' },
  {
    name: 'news',
    lines: ['title'],
    paragraphs: ['description'],
    title: 'title',
  },
  { name: 'menus', lines: ['name'], paragraphs: ['description'], sort: 'name', title: 'name' },
]

/**
 * Converts every text to its canonical form (decision 048), without a new version, because the text looks the same. Promo codes and user names
 * that would collide keep their former letters and keys, so nothing is lost and every user can still sign in.
 */
export const migration: Migration = {
  async up(trx) {
    for (const table of tables) await makeCanonical(trx, table)
    await makeUsersCanonical(trx)
    const apart = await makeCodesCanonical(trx)
    await makeCanonical(trx, {
      name: 'bookings',
      lines: ['branch_name', 'full_name', 'phone_number'],
      others: { promo_code: (letters, row) => (apart.has(row.promo_code_id ?? '') ? letters : codeLetters(letters)) },
      read: ['promo_code_id'],
    })
  },
}

const rowsOf = (trx: Transaction, table: string, columns: string[]): Promise<Row[]> =>
  namedRows(trx, table, ['deleted_at', ...columns], sql`order by id`)

/** A user whose name collides with another key signs in with the name as it was typed. */
async function makeUsersCanonical(trx: Transaction) {
  const users = await rowsOf(trx, 'users', ['username', 'username_key'])
  const living = users.filter(({ deleted_at: deletedAt }) => !deletedAt)
  const apart = staying(living.map(({ id, username = '', username_key: kept = '' }) => ({ id, kept, wanted: comparisonKey(username) })))
  const keys = new Map(users.map(({ id, username = '', username_key: kept = '' }) => [id, apart.has(id) ? kept : comparisonKey(username)]))
  await sql`drop index users_username`.execute(trx)
  for (const { id, username_key: kept } of users)
    if (keys.get(id) !== kept) await sql`update users set username_key = ${keys.get(id)} where id = ${id}`.execute(trx)
  await sql`create unique index users_username on users (username_key) where deleted_at is null`.execute(trx)
  await makeCanonical(trx, {
    name: 'users',
    lines: [],
    others: { username: (name, { id }) => (apart.has(id) ? name : oneLine(name)) },
  })
}

/** Returns the ids of the codes that keep their letters because another code has the same key. */
async function makeCodesCanonical(trx: Transaction): Promise<Set<string>> {
  await sql`alter table promo_codes add column code_key text not null default ''`.execute(trx)
  const codes = await rowsOf(trx, 'promo_codes', ['code'])
  const living = codes.filter(({ deleted_at: deletedAt }) => !deletedAt)
  // A code in canonical form already has this key.
  const apart = staying(
    living.map(({ id, code = '' }) => ({ id, kept: code === codeLetters(code) ? codeKey(code) : code, wanted: codeKey(code) })),
  )
  await sql`drop index promo_codes_code`.execute(trx)
  await makeCanonical(trx, {
    name: 'promo_codes',
    lines: [],
    others: {
      code: (code, { id }) => (apart.has(id) ? code : codeLetters(code)),
      campaign: codeLetters,
      branch_names: (names) => JSON.stringify((JSON.parse(names) as string[]).map(oneLine)),
      code_key: (_, { id, code = '' }) => (apart.has(id) ? code : codeKey(code)),
    },
  })
  await sql`create unique index promo_codes_key on promo_codes (code_key) where deleted_at is null`.execute(trx)
  await sql`create index promo_codes_by_key on promo_codes (code_key, deleted_at)`.execute(trx)
  return apart
}
