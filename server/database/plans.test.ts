import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { resourceNames } from '#contract/all.ts'
import { type Filter, type Listing, orderOf, type Wanted } from '#contract/listing.ts'
import { firstOf } from '#server/erasure.ts'
import { countRows } from '#server/lists/count.ts'
import { orderColumns } from '#server/lists/order.ts'
import { readPage } from '#server/lists/page.ts'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { isPostgres } from './dialect.ts'
import type { Database } from './schema.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const plain: Omit<Wanted, 'order'> = { q: '', filters: {}, trash: false, limit: 60, after: undefined }

/** Settings of one filter: each kind of value, and several of them. What several options of a filter mean that is no field's is gathered. */
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

/** Each filter and a search in each order, both ways; in the usual order pairs of filters, and a search with each of them; the trash. */
function questions(listing: Listing): Wanted[] {
  const orders = Object.keys(listing.orders).flatMap((order) => [order, `-${order}`])
  const single = Object.entries(listing.filters).flatMap(([name, filter]) => settings(filter).map((values) => ({ [name]: values })))
  const pairs = single.flatMap((one, at) => single.slice(at + 1).map((other) => ({ ...one, ...other })))
  const { order } = listing
  return [
    ...orders.flatMap((order) => [{}, ...single].map((filters) => ({ ...plain, filters, order }))),
    ...orders.map((order) => ({ ...plain, q: 'anna 0121', order })),
    ...pairs.filter((filters) => Object.keys(filters).length > 1).map((filters) => ({ ...plain, filters, order })),
    ...single.map((filters) => ({ ...plain, filters, q: 'anna', order })),
    { ...plain, trash: true, order },
    { ...plain, trash: true, q: 'anna', order },
  ]
}

/** PostgreSQL reads a GIN index as a bitmap, and no other. */
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
    // What a subquery has found is read once more.
    return plan.replace(/SCAN (counted|shown|\(subquery-\d+\))/g, '')
  })
}

/** Rows put in order one by one, where the index has them in order. */
const sorts = /(?<!Incremental )Sort +\(cost|TEMP B-TREE/
/** A whole table read without an index. */
const readsEverything = /Seq Scan|SCAN (?!.*(USING|VIRTUAL))/

/** The statements that `ask` makes, compiled. */
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
  const pageOf = (wanted: Wanted, total: number, isLater = false) => {
    const order = orderColumns(listing, wanted.order)
    const after = isLater ? order.columns.map(() => '2026-03-01') : undefined
    return statementsOf((db) => readPage(db, { ...listed, wanted }, { ...order, after }, total))
  }
  async function assertPlans(statements: CompiledQuery[], avoided: RegExp, { q, filters, order, trash }: Wanted) {
    assert.ok(statements.length > 0)
    for (const statement of statements) {
      const plan = await planOf(statement)
      const asked = JSON.stringify({ q, filters, order, trash })
      if (avoided.test(plan))
        assert.fail(`The table of ${name} has no index for ${asked}: see the orders and filters of its migration.\n${plan}`)
    }
  }
  /** Whether an index has all that is asked for in its order: without words, of one value, or of the days that the list is sorted by. */
  const isInOrder = ({ q, filters, order, trash }: Wanted) => {
    const [first, ...others] = Object.entries(filters)
    if (q !== '' || others.length > 0 || trash) return false
    if (!first) return true
    const [filterName, values] = first
    const filter = listing.filters[filterName]
    if (filter?.kind === 'days') return values.length === 1 && listing.orders[orderOf(order).name]?.by[0] === filterName
    if (filter?.kind === 'presence') return values.length === 1 && values[0] === 'without'
    return values.length === 1 && !(filter?.kind === 'text' && filter.isRare)
  }

  describe(`the database answers with an index what the list of ${name} is asked for`, () => {
    test('to count', async () => {
      for (const wanted of questions(listing))
        await assertPlans(await statementsOf((db) => countRows(db, { ...listed, wanted })), readsEverything, wanted)
    })

    test('to find a page of few, and one of many', async () => {
      for (const wanted of questions(listing))
        for (const total of [1, 1_000_000])
          for (const isLater of [false, true]) await assertPlans(await pageOf(wanted, total, isLater), readsEverything, wanted)
    })

    test('to find it in its order, unless it has to be collected', async () => {
      for (const wanted of questions(listing).filter(isInOrder))
        for (const isLater of [false, true]) await assertPlans(await pageOf(wanted, 1_000_000, isLater), sorts, wanted)
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
      const plan = await planOf(firstOf(app.db, 'bookings', { which, columns }, after))
      assert.match(plan, /bookings_(trash|by_time)/)
      assert.doesNotMatch(plan, sorts)
    }
  }
})
