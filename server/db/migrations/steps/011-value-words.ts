import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import type { Migration } from '#server/db/migration.ts'
import { createWords } from '#server/db/migrations/old-search.ts'

/** On SQLite, adds the filter values of lists to the search index as words, in the form of `valueWords`. */
export const migration: Migration = {
  async up(trx) {
    if (isPostgres(trx)) return
    const tables: Record<string, RawBuilder<string>[]> = {
      movies: [word('genre', sql`genre`), word('cover', sql`iif(image = '', 'without', 'with')`)],
      news: [wordForDay],
      bookings: [word('status', sql`status`), word('branchName', sql`branch_name`), word('promoCode', sql`promo_code`), wordForDay],
    }
    for (const [table, values] of Object.entries(tables)) {
      const [rows, words, old] = [sql.table(table), sql.table(`${table}_words`), sql.table(`${table}_old_words`)]
      await sql`alter table ${words} rename to ${old}`.execute(trx)
      await createWords(trx, `${table}_words`)
      await sql`insert into ${words} (rowid, words)
        select search_id, words || iif(deleted_at is null, ${sql.join(values, sql` || `)}, '')
        from ${rows} join ${old} on ${sql.ref(`${table}_old_words.rowid`)} = search_id order by search_id`.execute(trx)
      await sql`drop table ${old}`.execute(trx)
    }
  },
}

const word = (name: string, value: RawBuilder<unknown>) => sql<string>`' ' || ${`⌗⌗⌗⌗${name}⌗`} || lower(hex(${value}))`

const part = (from: number) => sql`${sql.lit(0xf0000)} + substr(date, ${sql.lit(from)}, 2)`
const wordForDay = sql<string>`' ' || char(${sql.join([1, 3, 6, 9].map(part))})`
