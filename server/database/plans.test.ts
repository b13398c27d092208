import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { contract, resourceNames } from '#contract/all.ts'
import { type Filter, type Listing, orderOf, type Wanted } from '#contract/listing.ts'
import { firstOf } from '#server/erasure.ts'
import { resources } from '#server/resources.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { isPostgres } from './dialect.ts'
import { rowsOf } from './postings/find.ts'
import { postingsQuery } from './postings/read.ts'
import { termsAskedFor } from './postings/terms.ts'
import type { Ways } from './ways.ts'

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

const avoided = ['seqscan', 'sort', 'bitmapscan']

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<string> {
  const onPostgres = isPostgres(app.db)
  return app.db.transaction().execute(async (trx) => {
    // Of a nearly empty table PostgreSQL reads everything, in any order; what matters is whether it has another way.
    if (onPostgres) await sql`select ${sql.join(avoided.map((way) => sql`set_config(${`enable_${way}`}, 'off', true)`))}`.execute(trx)
    const explained = { ...sql.raw(`${onPostgres ? 'explain' : 'explain query plan'} ${text}`).compile(trx), parameters }
    const { rows } = await trx.executeQuery<Record<string, unknown>>(explained)
    const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
    // A page of each value is put in order with those of the others: that is no more than they hold.
    return plan.replace(/SCAN arms?(\nUSE TEMP B-TREE FOR ORDER BY)?|SCAN later/g, '')
  })
}

/** Rows put in order one by one, where the index has them in order. */
const sorts = /(?<!Incremental )Sort +\(cost|TEMP B-TREE/
/** A whole table read without an index. */
const readsEverything = /Seq Scan|SCAN (?!.*(USING|VIRTUAL))/

for (const name of resourceNames) {
  const listing: Listing = contract[name].list.listing
  const queriesOf = (wanted: Wanted) => resources[name].records.queries(app.db, wanted)
  /** Few records are put in order soon: those with a rare value, or of some days in another order. */
  const setsRare = ({ filters, order }: Wanted) =>
    Object.keys(filters).some((name) => {
      const filter = listing.filters[name]
      return filter?.kind === 'days' ? listing.orders[orderOf(order).name]?.by[0] !== name : filter?.kind === 'text' && filter.isRare
    })
  /** So are those that a search finds on a few days. */
  const asksForDays = ({ q, order }: Wanted) => {
    const [first] = listing.orders[orderOf(order).name]?.by ?? []
    return q !== '' && first !== undefined && listing.filters[first]?.kind === 'days'
  }
  const walked = async ({ walks }: Extract<Ways, { walks: unknown }>) =>
    (await Promise.all(walks.map((walk) => walk(1)))).flatMap((walk) => walk?.met ?? [])
  async function assertPlan(query: CompiledQuery, avoided: RegExp, { q, filters, order, trash }: Wanted) {
    const plan = await planOf(query)
    const asked = JSON.stringify({ q, filters, order, trash })
    if (avoided.test(plan))
      assert.fail(`The table of ${name} has no index for ${asked}: see the orders and filters of its migration.\n${plan}`)
  }
  /** The place after a row that has nothing in it. */
  const onwards = (wanted: Wanted): Wanted => ({ ...wanted, after: queriesOf(wanted).placeOfRow({}) })

  describe(`the database answers with an index what the list of ${name} is asked for`, () => {
    test('to count', async () => {
      for (const wanted of questions(listing)) {
        await assertPlan(queriesOf(wanted).count.compile(app.db), readsEverything, wanted)
      }
    })

    test('to count by postings, and to tell which they are', async () => {
      for (const wanted of questions(listing)) {
        const asked = termsAskedFor(listing, wanted)
        const counting =
          asked &&
          postingsQuery(
            app.db,
            name,
            asked.flatMap(({ groups }) => groups),
          )
        const few = [sql`select * from ${rowsOf(app.db, name, { places: [1, 2], ids: ['x'] })}`]
        for (const query of [...(counting ? [counting] : []), ...few]) await assertPlan(query.compile(app.db), readsEverything, wanted)
        // All lines of the history that the resource ever had come to hundreds of thousands.
        if (counting) await assertPlan(counting.compile(app.db), sorts, wanted)
      }
    })

    test('to find a page', async () => {
      for (const wanted of questions(listing).flatMap((wanted) => [wanted, onwards(wanted)])) {
        const { pages } = queriesOf(wanted)
        for (const rows of 'inOrder' in pages ? [pages.inOrder] : [pages.collected, ...(await walked(pages))]) {
          await assertPlan(rows.compile(), readsEverything, wanted)
        }
      }
    })

    test('to find it in its order, unless it has to be gathered', async () => {
      for (const wanted of questions(listing).flatMap((wanted) => [wanted, onwards(wanted)])) {
        const { pages } = queriesOf(wanted)
        if (wanted.trash || setsRare(wanted) || asksForDays(wanted) || (isPostgres(app.db) && wanted.q !== '')) continue
        for (const rows of 'inOrder' in pages ? [pages.inOrder] : await walked(pages)) await assertPlan(rows.compile(), sorts, wanted)
      }
    })
  })
}

test('of several filters the one that lets few through leads', async () => {
  // PostgreSQL knows how common a value is.
  if (isPostgres(app.db)) return
  for (const beside of [{ status: ['0'] }, { branchName: ['x'] }, { date: ['2026-03-01..'] }]) {
    const { count, pages } = resources.bookings.records.queries(app.db, {
      ...plain,
      filters: { ...beside, promoCode: ['x'] },
      order: 'newest',
    })
    for (const query of [count.compile(app.db), ...('collected' in pages ? [pages.collected.compile()] : [])])
      assert.match(await planOf(query), /bookings_(by_promo_code|codes_used)/)
  }
})

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
