import { sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'
import { addIndex, addSortColumn, addTrashIndex } from '#server/db/migrations/listed-table.ts'
import { createSearchIndex, createTally, type TallyColumns } from '#server/db/migrations/old-search.ts'
import { required } from '#server/db/migrations/record-table.ts'
import type { Transaction } from '#server/db/schema.ts'
import { sortKey } from '#server/lists/tokenizer.ts'

/** A table of the first versions: the columns for search, sort order, images, counts and lists. */
type Table = {
  name: string
  words: string[]
  sort?: string
  image?: string
  images?: string
  tally?: TallyColumns
  by: string[]
}

const tables: Table[] = [
  {
    name: 'movies',
    words: ['title', 'genre', 'description'],
    sort: 'title',
    image: 'image',
    tally: { genre: 'text', image: 'presence' },
    by: ['updated_at', ...['genre', 'image'].flatMap((field) => [field, `${field}, title_sort`, `${field}, updated_at`])],
  },
  { name: 'images', words: ['name'], sort: 'name', by: ['used', 'used, name_sort'] },
  { name: 'users', words: ['username'], by: [] },
  { name: 'branches', words: ['name', 'address'], sort: 'name', images: 'images', by: [] },
  { name: 'news', words: ['title', 'description'], image: 'image', images: 'gallery', tally: { date: 'text' }, by: ['date'] },
  { name: 'menus', words: ['name', 'description'], sort: 'name', image: 'image', by: ['updated_at'] },
  {
    name: 'bookings',
    words: ['full_name', 'branch_name', 'promo_code'],
    tally: { status: 'integer', branch_name: 'text', date: 'text' },
    by: ['status', 'branch_name', ...['status', 'branch_name', 'promo_code'].map((field) => `${field}, date, time`)],
  },
  { name: 'promo_codes', words: ['code'], by: ['code'] },
]

/** Search, orders, filters and totals for every list, and where each image is used. */
export const migration: Migration = {
  async up(trx) {
    await trx.schema
      .createTable('image_uses')
      .addColumn('url', 'text', required)
      .addColumn('resource', 'text', required)
      .addColumn('record_id', 'text', required)
      .addColumn('title', 'text', required)
      .addPrimaryKeyConstraint('image_uses_of_record', ['resource', 'record_id', 'url'])
      .execute()
    await sql`alter table images add column used integer not null default 0`.execute(trx)
    await trx.schema.createIndex('images_by_url').on('images').column('url').execute()
    for (const table of tables) await makeFindable(trx, table)
    await trx.schema.createIndex('image_uses_by_url').on('image_uses').column('url').execute()
    await sql`update images set used = 1 where url in (select url from image_uses)`.execute(trx)
  },
}

async function makeFindable(trx: Transaction, table: Table) {
  const { name, sort, by, tally } = table
  await createSearchIndex(trx, name)
  if (sort) await addSortColumn(trx, name, sort)
  for (let after = ''; ; ) {
    const rows = await rowsAfter(trx, name, after)
    await fill(trx, table, rows)
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.id
  }
  await addTrashIndex(trx, name)
  for (const columns of [...(sort ? [`${sort}_sort`] : []), ...by]) await addIndex(trx, name, columns.split(', '))
  if (tally) await createTally(trx, name, tally)
}

type Row = { id: string } & Record<string, string>

/** The rows that are read and written at a time. */
const batch = 500

async function rowsAfter(trx: Transaction, table: string, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id > ${after} order by id limit ${batch}`.execute(trx)
  return rows.map(inSnakeCase)
}

async function fill(trx: Transaction, { name, words, sort, image, images }: Table, rows: Row[]) {
  for (const row of rows) {
    const { id, deleted_at: deletedAt } = row
    if (sort)
      await sql`update ${sql.table(name)} set ${sql.ref(`${sort}_sort`)} = ${sortKey(row[sort] ?? '')} where id = ${id}`.execute(trx)
    const urls = deletedAt ? [] : [image && row[image], ...(images ? (JSON.parse(row[images] ?? '[]') as string[]) : [])]
    for (const url of new Set(urls)) {
      const title = row[words[0] ?? ''] ?? ''
      if (url) await sql`insert into image_uses (url, resource, record_id, title) values (${url}, ${name}, ${id}, ${title})`.execute(trx)
    }
  }
}

/** Converts column names back to SQL: the caller's plugin may have converted them to camel case. */
const inSnakeCase = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  ) as Row
