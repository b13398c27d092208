import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { type TestApp, testApp } from '#testing/app.ts'
import { isPostgres } from './dialect.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** `child.column` refers to `parent.key`. */
type ForeignKey = { child: string; column: string; parent: string; key: string }

/** All foreign keys, from the database's catalog, so that new tables are included. */
async function foreignKeys(): Promise<ForeignKey[]> {
  const catalog = isPostgres(app.db)
    ? sql<ForeignKey>`
        select conrelid::regclass::text as child, source.attname as "column", confrelid::regclass::text as parent, target.attname as key
        from pg_constraint
          join pg_attribute source on source.attrelid = conrelid and source.attnum = conkey[1]
          join pg_attribute target on target.attrelid = confrelid and target.attnum = confkey[1]
        where contype = 'f' and connamespace = current_schema()::regnamespace`
    : sql<ForeignKey>`
        select tables.name as child, keys."from" as "column", keys."table" as parent, coalesce(keys."to", 'id') as key
        from sqlite_schema tables, pragma_foreign_key_list(tables.name) keys where tables.type = 'table'`
  return (await catalog.execute(app.db)).rows
}

/** Returns the statements behind a deletion in `parent` or `child`, a write to `child`, and the product's removal of the references. */
function statements({ child, column, parent, key }: ForeignKey): RawBuilder<unknown>[] {
  const [from, to] = [sql.table(child), sql.table(parent)]
  const checks = isPostgres(app.db)
    ? // The questions of PostgreSQL's own triggers (ri_triggers.c), which no plan shows.
      [
        sql`select 1 from only ${from} x where ${'x'} = ${sql.ref(column)} for key share of x`,
        sql`select 1 from only ${to} x where ${sql.ref(key)} = ${'x'} for key share of x`,
      ]
    : // The plan of SQLite shows its checks along with the statement.
      [sql`select 1 from ${to} where ${sql.ref(key)} = ${'x'}`]
  return [
    ...checks,
    sql`delete from ${to} where ${sql.ref(key)} = ${'x'}`,
    sql`delete from ${from} where ${sql.ref(column)} = ${'x'}`,
    sql`update ${from} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${'x'}`,
  ]
}

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const onPostgres = isPostgres(app.db)
  return app.db.transaction().execute(async (trx) => {
    // PostgreSQL scans nearly empty tables anyway; the test asks whether an index is available.
    if (onPostgres) await sql`select set_config('enable_seqscan', 'off', true)`.execute(trx)
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(onPostgres ? 'explain' : 'explain query plan')} ${statement}`.execute(trx)
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
  })
}

/** Whether the plan scans: reading an index from end to end counts as a scan. */
const scans = /Seq Scan|\bSCAN\b|Index (Only )?Scan(?![^\n]*\n +Index Cond)/

test('every deletion and every check of a foreign key finds its rows by an index', async () => {
  const keys = await foreignKeys()
  assert.ok(keys.length >= 4, `The catalog names ${keys.length} foreign keys.`)
  for (const key of keys) {
    for (const statement of statements(key)) {
      const plan = await planOf(statement)
      assert.doesNotMatch(plan, scans, `${key.child}.${key.column} → ${key.parent}: a scan for\n${statement.compile(app.db).sql}\n${plan}`)
    }
  }
})
