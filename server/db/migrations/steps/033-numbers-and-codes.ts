import { sql } from 'kysely'
import { codeLetters } from '#contract/code-letters.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { hostElsewhere } from '#contract/trailers.ts'
import type { Migration } from '#server/db/migration.ts'
import { makeCanonical, namedRows } from '#server/db/migrations/canonical-rows.ts'
import { staying } from '#server/db/migrations/keys.ts'
import type { Transaction } from '#server/db/schema.ts'
import { phoneColumns } from '#server/phone/columns.ts'

/**
 * Applies the later rules for phone numbers, promo codes and trailers to stored rows, without new versions. The previous version reads numbers and
 * codes differently, so it must not run beside this one.
 */
export const migration: Migration = {
  async up(trx) {
    const apart = await makeCodesCanonical(trx)
    let latest = { text: '', columns: phoneColumns('') }
    const columnsOf = (text: string) => {
      if (text !== latest.text) latest = { text, columns: phoneColumns(text) }
      return latest.columns
    }
    await makeCanonical(trx, {
      name: 'bookings',
      lines: [],
      others: {
        promo_code: (letters, row) => (apart.has(row.promo_code_id ?? '') ? letters : codeLetters(letters)),
        phone_digits: (_, { phone_number: text = '' }) => columnsOf(text).phoneDigits,
        phone_links: (_, { phone_number: text = '' }) => columnsOf(text).phoneLinks,
      },
      read: ['promo_code_id', 'phone_number'],
    })
    await makeCanonical(trx, {
      name: 'movies',
      lines: [],
      others: { trailer_host: (_, { trailer_url: address = '' }) => hostElsewhere(address) },
      read: ['trailer_url'],
    })
    // The search index has tokens of codes and of phone numbers. The start rebuilds an index of another version.
    await sql`update search_index set version = 0 where name = 'records'`.execute(trx)
  },
}

/** Returns the ids of the codes that keep their letters and key, because another code has the key that they would get. */
async function makeCodesCanonical(trx: Transaction): Promise<Set<string>> {
  const codes = await namedRows(trx, 'promo_codes', ['deleted_at', 'code', 'code_key'], sql`order by id`)
  const living = codes.filter(({ deleted_at: deletedAt }) => !deletedAt)
  const apart = staying(living.map(({ id, code = '', code_key: kept = '' }) => ({ id, kept, wanted: codeKey(codeLetters(code)) })))
  await sql`drop index promo_codes_key`.execute(trx)
  await makeCanonical(trx, {
    name: 'promo_codes',
    lines: [],
    others: {
      code: (code, { id }) => (apart.has(id) ? code : codeLetters(code)),
      campaign: codeLetters,
      code_key: (kept, { id, code = '' }) => (apart.has(id) ? kept : codeKey(codeLetters(code))),
    },
  })
  await sql`create unique index promo_codes_key on promo_codes (code_key) where deleted_at is null`.execute(trx)
  return apart
}
