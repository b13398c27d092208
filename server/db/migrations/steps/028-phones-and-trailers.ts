import { sql } from 'kysely'
import { hostElsewhere } from '#contract/trailers.ts'
import type { Migration } from '#server/db/migration.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Transaction } from '#server/db/schema.ts'
import { phoneColumns } from '#server/phone/columns.ts'

/** PostgreSQL takes 65,535 parameters in a statement, and SQLite 32,766. */
const page = 1_000

/**
 * Adds the digits and dialling links of the numbers in each booking's phone field. Recomputes the host of each trailer that no player shows:
 * players now accept more links, and require YouTube ids of 11 characters. The previous version would change records without updating these
 * columns, so it must not run beside this one.
 */
export const migration: Migration = {
  async up(trx) {
    await sql`alter table bookings add column phone_digits text not null default ''`.execute(trx)
    await sql`alter table bookings add column phone_links text not null default '[]'`.execute(trx)
    for await (const rows of pagesById((after, size) => bookingsAfter(trx, after, size), page)) {
      const values = rows.map(({ id, phoneNumber }) => {
        const { phoneDigits, phoneLinks } = phoneColumns(phoneNumber)
        return sql`(${id}, ${phoneDigits}, ${phoneLinks})`
      })
      await sql`with given (id, digits, links) as (values ${sql.join(values)})
        update bookings set phone_digits = given.digits, phone_links = given.links from given where bookings.id = given.id`.execute(trx)
    }
    for await (const rows of pagesById((after, size) => moviesAfter(trx, after, size), page)) {
      const moved = rows.filter(({ trailerUrl, trailerHost }) => hostElsewhere(trailerUrl) !== trailerHost)
      for (const [host, movies] of Map.groupBy(moved, ({ trailerUrl }) => hostElsewhere(trailerUrl)))
        await sql`update movies set trailer_host = ${host} where id in (${sql.join(movies.map(({ id }) => id))})`.execute(trx)
    }
  },
}

async function bookingsAfter(trx: Transaction, after: string, size: number) {
  const query = sql<{
    id: string
    phoneNumber: string
  }>`select id, phone_number from bookings where id > ${after} order by id limit ${size}`
  return (await query.execute(trx)).rows
}

async function moviesAfter(trx: Transaction, after: string, size: number) {
  const query = sql<{ id: string; trailerUrl: string; trailerHost: string }>`
    select id, trailer_url, trailer_host from movies where id > ${after} order by id limit ${size}`
  return (await query.execute(trx)).rows
}
