import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations/migration.ts'
import { pagesById } from '#server/database/pages.ts'
import { phoneColumns } from '#server/database/phone-digits.ts'
import { doubtPostings } from '#server/database/postings/states.ts'
import { reindexTable } from '#server/database/reindex.ts'
import type { Transaction } from '#server/database/schema.ts'

/** PostgreSQL takes 65,535 parameters in a statement, and SQLite 32,766. */
const page = 1_000

/**
 * The numbers in the phone field of each booking: the digits that find them, and the addresses that dial them. The previous version would change a
 * number without them, so it doesn't run beside this one.
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
    await reindexTable(trx, 'bookings')
    await doubtPostings(trx, 'bookings')
  },
}

async function bookingsAfter(trx: Transaction, after: string, size: number) {
  const query = sql<{
    id: string
    phoneNumber: string
  }>`select id, phone_number from bookings where id > ${after} order by id limit ${size}`
  return (await query.execute(trx)).rows
}
