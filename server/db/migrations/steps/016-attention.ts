import { sql } from 'kysely'
import { hostElsewhere } from '#contract/trailers.ts'
import type { Migration } from '#server/db/migration.ts'
import type { Transaction } from '#server/db/schema.ts'

const page = 1_000

/** Indexes for films with a small cover, films with a trailer elsewhere, and branches without a picture, in each order of their list. */
export const migration: Migration = {
  async up(trx) {
    await sql`alter table movies add column small_cover integer not null default 0`.execute(trx)
    await sql`alter table movies add column trailer_host text not null default ''`.execute(trx)
    await sql`update movies set small_cover = 1 where image in (select url from images where width < 576)`.execute(trx)
    await fillHosts(trx)
    for (const order of ['id', 'title_sort, id', 'updated_at, id']) {
      await addIndexOf(trx, 'movies', 'small_cover = 1', order)
      await addIndexOf(trx, 'movies', "trailer_host > ''", order)
    }
    await addIndexOf(trx, 'branches', "images = '[]'", 'name_sort, id')
  },
}

async function fillHosts(trx: Transaction) {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; trailerUrl: string }>`
      select id, trailer_url from movies where id > ${after} order by id limit ${page}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    for (const [host, films] of Map.groupBy(rows, ({ trailerUrl }) => hostElsewhere(trailerUrl)))
      if (host !== '') await sql`update movies set trailer_host = ${host} where id in (${sql.join(films.map(({ id }) => id))})`.execute(trx)
  }
}

/** Adds an index of the few live records that meet `condition`. */
async function addIndexOf(trx: Transaction, table: string, condition: string, order: string) {
  const name = [table, /^\w+/.exec(condition)?.[0], order.replace(/, id$/, '')].join('_')
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(order)})
    where deleted_at is null and ${sql.raw(condition)}`.execute(trx)
}
