import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { type Filter, type Listing, type ListRequest, parseOrder } from '#contract/listing.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { firstBatch } from '#server/jobs/retention.ts'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { countRows } from './count.ts'
import { sortOrderOf } from './order.ts'
import { readPage } from './page.ts'
import { sqlName } from './search-index.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const plain: Omit<ListRequest, 'order'> = { q: '', filters: {}, trash: false, limit: 60, after: undefined }

/** The order of the trash, unless another one is asked for. */
const trashOrder = 'deletion'

/** Settings of one filter: each kind of value, and several values. Several options of a custom filter need a sort. */
function settings(filter: Filter): string[][] {
  switch (filter.kind) {
    case 'text':
      return [['x'], ['x', 'y']]
    case 'days':
      return [['2026-03-01'], ['2026-03-01..'], ['..2026-03-01'], ['2026-03-01..2026-03-02', '2026-04-01']]
    case 'own':
      return Object.keys(filter.options).map((option) => [option])
    default: {
      const options = Object.keys(filter.options)
      return [...options.map((option) => [option]), options]
    }
  }
}

/** Each filter and a search in each order, both ways; in the usual order pairs of filters, and a search with each of them; the trash with each. */
function questions(listing: Listing): ListRequest[] {
  const orders = Object.keys(listing.orders).flatMap((order) => [order, `-${order}`])
  const single = Object.entries(listing.filters).flatMap(([name, filter]) => settings(filter).map((values) => ({ [name]: values })))
  const pairs = single.flatMap((one, at) => single.slice(at + 1).map((other) => ({ ...one, ...other })))
  const { order } = listing
  return [
    ...orders.flatMap((order) => [{}, ...single].map((filters) => ({ ...plain, filters, order }))),
    ...orders.map((order) => ({ ...plain, q: 'anna 0121', order })),
    ...pairs.filter((filters) => Object.keys(filters).length > 1).map((filters) => ({ ...plain, filters, order })),
    ...single.map((filters) => ({ ...plain, filters, q: 'anna', order })),
    ...[{}, ...single].map((filters) => ({ ...plain, trash: true, filters, order: trashOrder })),
    { ...plain, trash: true, order },
    { ...plain, trash: true, q: 'anna', order },
  ]
}

/** PostgreSQL reads a GIN index only as a bitmap. */
const avoidedBy = (text: string) => ['seqscan', 'sort', ...(text.includes('@@') ? [] : ['bitmapscan'])]

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const onPostgres = isPostgres(app.db)
  return app.db.transaction().execute(async (trx) => {
    // Of a nearly empty table PostgreSQL reads everything, in any order; what matters is whether it has another way.
    if (onPostgres)
      await sql`select ${sql.join(avoidedBy(text).map((way) => sql`set_config(${`enable_${way}`}, 'off', true)`))}`.execute(trx)
    const explained = { ...sql.raw(`${onPostgres ? 'explain' : 'explain query plan'} ${text}`).compile(trx), parameters }
    const { rows } = await trx.executeQuery<Record<string, unknown>>(explained)
    const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
    // The outer query reads the subquery's result once more.
    return plan.replace(/SCAN (counted|shown|\(subquery-\d+\))/g, '')
  })
}

/** The plan sorts single rows. An incremental sort uses the order of the index. */
const sorts = /(?<!Incremental )Sort +\(cost|TEMP B-TREE/
/** The plan reads a whole table without an index. */
const readsEverything = /Seq Scan|SCAN (?!.*(USING|VIRTUAL))/

/** Returns the compiled statements that `ask` runs. */
async function statementsOf(ask: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const executor = app.db.getExecutor()
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(executor.transformQuery(node, queryId), queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask(app.db.withPlugin(listening))
  return statements
}

for (const name of resourceNames) {
  const { listed } = resources[name].records
  const { listing }: { listing: Listing } = listed
  const pageOf = (request: ListRequest, total: number, isLater = false) => {
    const order = sortOrderOf(listing, request.order)
    const after = isLater ? order.columns.map(() => '2026-03-01') : undefined
    return statementsOf((db) => readPage(db, { ...listed, request }, { ...order, after }, total))
  }
  async function assertPlans(statements: CompiledQuery[], avoided: RegExp, { q, filters, order, trash }: ListRequest) {
    assert.ok(statements.length > 0)
    for (const statement of statements) {
      const plan = await planOf(statement)
      const asked = JSON.stringify({ q, filters, order, trash })
      if (avoided.test(plan))
        assert.fail(`The table of ${name} has no index for ${asked}: see the orders and filters of its migration.\n${plan}`)
    }
  }
  /** Whether an index has all that is asked for in its order: without words, of one value, or of the days that the list is sorted by. */
  const isInOrder = ({ q, filters, order, trash }: ListRequest) => {
    const [first, ...others] = Object.entries(filters)
    if (q !== '' || others.length > 0) return false
    if (!first) return !trash || order === trashOrder
    if (trash) return false
    const [filterName, values] = first
    const filter = listing.filters[filterName]
    if (filter?.kind === 'days') return values.length === 1 && listing.orders[parseOrder(order).name]?.by[0] === filterName
    if (filter?.kind === 'presence') return values.length === 1 && values[0] === 'without'
    if (filter?.kind === 'visibility') return false
    return values.length === 1 && !(filter?.kind === 'text' && filter.isRare)
  }

  /** The column whose index must find the records with one value of a filter; `undefined` for other questions. */
  const columnOf = ({ q, filters, trash }: ListRequest): string | undefined => {
    const [first, ...others] = Object.entries(filters)
    if (q !== '' || !first || others.length > 0 || trash) return undefined
    const [filterName, values] = first
    const filter = listing.filters[filterName]
    if (filter?.kind === 'own' || filter?.kind === 'visibility' || values.length > 1) return undefined
    if (filter?.kind === 'presence') return values[0] === 'without' ? sqlName(filter.field) : undefined
    return sqlName(filterName)
  }
  /** The plan searches an index for a value of the column: `(genre=?` on SQLite, `Index Cond: (genre = 'x'` on PostgreSQL. */
  const searchesFor = (column: string) => new RegExp(`(\\(|AND )${column}[=<>]|Index Cond:.*\\b${column}\\b`)
  async function assertSearched(statements: CompiledQuery[], request: ListRequest) {
    const column = columnOf(request)
    for (const statement of column === undefined ? [] : statements) {
      const plan = await planOf(statement)
      const asked = JSON.stringify({ filters: request.filters, order: request.order })
      assert.match(
        plan,
        searchesFor(column ?? ''),
        `The table of ${name} has no index for ${asked}: see the filters of its migration.\n${plan}`,
      )
    }
  }

  describe(`the database answers with an index what the list of ${name} is asked for`, () => {
    test('to count', async () => {
      for (const request of questions(listing))
        await assertPlans(await statementsOf((db) => countRows(db, { ...listed, request })), readsEverything, request)
    })

    test('to count the records of one value of a filter, with an index of that filter', async () => {
      // In an empty table all indexes cost PostgreSQL the same; only one of them keeps the order of a page.
      if (isPostgres(app.db)) return
      for (const request of questions(listing).filter((request) => request.order === listing.order))
        await assertSearched(await statementsOf((db) => countRows(db, { ...listed, request })), request)
    })

    test('to find a page of few, and one of many', async () => {
      for (const request of questions(listing))
        for (const total of [1, 1_000_000])
          for (const isLater of [false, true]) await assertPlans(await pageOf(request, total, isLater), readsEverything, request)
    })

    test('to find it in its order, unless it has to be collected', async () => {
      for (const request of questions(listing).filter(isInOrder))
        for (const isLater of [false, true]) {
          const statements = await pageOf(request, 1_000_000, isLater)
          await assertPlans(statements, sorts, request)
          if (!isLater) await assertSearched(statements, request)
        }
    })
  })
}

test('an image is found by its address, and where it is used, with an index', async () => {
  for (const query of [
    app.db.selectFrom('images').select('id').where('url', '=', 'x').where('deletedAt', 'is', null),
    app.db.selectFrom('imageUses').selectAll().where('url', 'in', ['x', 'y']),
    app.db.selectFrom('imageUses').selectAll().where('url', '=', 'x').where('recordId', '<', 'y').orderBy('recordId', 'desc').limit(20),
  ]) {
    assert.doesNotMatch(await planOf(query.compile()), readsEverything)
  }
})

test('what is too long in the trash, and bookings whose day is long over, are found without a look at all others', async () => {
  for (const [which, columns] of [
    [sql<boolean>`deleted_at < '2026-03-01'`, ['deletedAt', 'id']],
    [sql<boolean>`date < '2026-03-01' and deleted_at is null`, ['date', 'time', 'id']],
    [sql<boolean>`date < '2026-03-01' and deleted_at is not null`, ['deletedAt', 'id']],
  ] as const) {
    for (const after of [undefined, columns.map(() => '2026-01-01')]) {
      const plan = await planOf(firstBatch(app.db, 'bookings', { which, columns }, after))
      assert.match(plan, /bookings_(trash|by_time)/)
      assert.doesNotMatch(plan, sorts)
    }
  }
})
