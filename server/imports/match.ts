import { sql } from 'kysely'
import { comparisonKey } from '#contract/text.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Transaction } from '#server/db/schema.ts'
import { sqlName } from '#server/lists/search-index.ts'
import type { Row, Target } from './target.ts'

/** The most records with a similar key that are compared. */
const mostSimilar = 20

/** The record of a key: a row, none, or several, so that the key means no single one. */
export type Match = Row | undefined | 'several'

/** Returns the live records with these ids, by id. With `locks`, they stay as they are until the transaction ends. */
export async function byIds(trx: Transaction, { name }: Target, ids: readonly string[], locks: boolean): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom(name as 'movies')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('deletedAt', 'is', null)
    // Always in the same order, so that two imports of the same records wait instead of deadlocking.
    .orderBy('id')
    .$if(locks && locksRows(trx), (query) => query.forUpdate())
    .execute()
  return new Map((rows as unknown as Row[]).map((row) => [row.id, row]))
}

/**
 * Returns the live records with these keys, by key. A record with exactly this key comes before one whose key differs in letter case or the like
 * (`comparisonKey`).
 */
export async function byKeys(trx: Transaction, target: Target, keys: readonly string[], locks: boolean): Promise<Map<string, Match>> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return new Map()
  const { rows } = await similarTo(target, wanted).execute(trx)
  const similar = Map.groupBy(rows, ({ at }) => at)
  const found = new Map(wanted.map((key, at) => [key, idOf(key, similar.get(at) ?? [])]))
  const ids = [...found.values()].flatMap((id) => (id === undefined || id === 'several' ? [] : [id]))
  const records = await byIds(trx, target, ids, locks)
  return new Map([...found].map(([key, id]) => [key, id === 'several' ? id : records.get(id ?? '')]))
}

/** `at`: the place of the wanted key. */
type Similar = { at: number; id: string; text: string }

/** Selects records with exactly a key, and a few with a similar one. Each of these reads one place of an index. */
function similarTo({ name, key, matching: { column, of, isUnique } }: Target, wanted: readonly string[]) {
  const table = sql.table(sqlName(name))
  const recordsWhere = (at: number, field: string, value: string) =>
    sql`select * from (select ${sql.lit(at)} as at, id, ${sql.ref(key)} as text from ${table}
      where ${sql.ref(field)} = ${value} and deleted_at is null order by id limit ${sql.lit(mostSimilar)}) as found`
  const similar = wanted.map((text, at) => recordsWhere(at, column, of(text)))
  const exact = isUnique || column === key ? [] : wanted.map((text, at) => recordsWhere(at, key, text))
  return sql<Similar>`${sql.join([...similar, ...exact], sql` union `)}`
}

function idOf(key: string, similar: readonly Similar[]): string | undefined {
  const exact = similar.filter(({ text }) => text === key)
  const same = exact.length > 0 ? exact : similar.filter(({ text }) => comparisonKey(text) === comparisonKey(key))
  return same.length > 1 ? 'several' : same[0]?.id
}
