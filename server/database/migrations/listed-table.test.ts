import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isPostgres } from '#server/database/dialect.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { listedTable } from './listed-table.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await app.db.transaction().execute((trx) =>
    listedTable(trx, 'posts', {
      columns: { title: 'text', from: 'text', author: 'text', tag: 'text', reads: 'integer' },
      nullable: ['reads'],
      orders: [['from'], []],
      alphabetical: ['title'],
      filters: ['author', 'from'],
      rareFilters: ['tag'],
    }),
  )
})
after(() => app.close())

const columnsOf = async (name: string) => (await app.db.introspection.getTables()).find((table) => table.name === name)?.columns ?? []

test('a new table has its columns, and a sort key for each order by the alphabet', async () => {
  const columns = await columnsOf('posts')
  const own = ['title', 'from', 'author', 'tag', 'reads', 'title_sort']
  assert.deepEqual(
    own.map((name) => columns.find((column) => column.name === name)?.isNullable),
    [false, false, false, false, true, false],
  )
})

test('it has an index for each order, and for each filter with each order that doesn’t begin with it', async () => {
  const names = isPostgres(app.db)
    ? sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'posts'`
    : sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = 'posts'`
  const found = (await names.execute(app.db)).rows.map(({ name }) => name).filter((name) => name.startsWith('posts_by_'))
  assert.deepEqual(
    found.sort(),
    ['author', 'author_from', 'author_title_sort', 'from', 'tag_from', 'title_sort'].map((columns) => `posts_by_${columns}`),
  )
})
