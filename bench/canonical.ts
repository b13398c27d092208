import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate, migrations } from '#server/db/migrate.ts'
import { migration } from '#server/db/migrations/steps/027-canonical-text.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'
import type { Database } from '#server/db/schema.ts'
import { requireIndex } from '#server/records/rebuild-index.ts'
import { startPostgres } from '#testing/postgres.ts'

/** The shares of rows that aren't in the canonical form. */
const shares = [0, 0.1, 1]

class RolledBack extends Error {}

/**
 * Measures the migration to the canonical form of text, and all migrations since. `words` may name the number of bookings (by default 100,000) and one of the two databases.
 */
export async function measureCanonical(words: string[] = []): Promise<void> {
  const rows = Number(words.find((word) => /^\d+$/.test(word)) ?? 100_000)
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
  await using postgres = await startPostgres()
  for (const [name, url] of [
    ['SQLite', undefined],
    ['PostgreSQL', postgres.url],
  ] as const) {
    if (words.some((word) => /sql/i.test(word)) && !words.includes(name.toLowerCase())) continue
    const db = openDatabase({ url, file: join(folder, 'a.sqlite') }, withoutTimeouts)
    await migrate(
      db,
      migrations.filter((step) => step.name < '027'),
    )
    await fill(db, rows)
    for (const share of shares) console.log(`${name}, ${rows} bookings, ${share * 100}% to be changed: ${await timed(db, rows * share)}`)
    const began = performance.now()
    await migrate(db)
    const migrated = performance.now()
    await requireIndex(db)
    const [all, index] = [migrated - began, performance.now() - migrated].map((ms) => (ms / 1000).toFixed(1))
    console.log(`${name}, ${rows} bookings: all migrations from 027 on ${all} s, the search index ${index} s`)
    await db.destroy()
  }
  await rm(folder, { recursive: true })
}

async function fill(db: Database, rows: number) {
  const size = 1_000
  for (let from = 0; from < rows; from += size) {
    const values = Array.from({ length: size }, (_, at) => bookingAt(from + at))
    await db
      .insertInto('bookings')
      .values(values as never)
      .execute()
  }
}

function bookingAt(at: number) {
  const number = String(at).padStart(7, '0')
  const day = `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`
  const moment = '2026-01-01T00:00:00.000Z'
  return {
    ...{ id: `01890000-0000-7000-8000-${number.padStart(12, '0')}`, version: 1, createdAt: moment, updatedAt: moment, deletedAt: null },
    ...{ branchName: `Kino ${at % 20}`, date: day, time: '20:15', fullName: `Zoë Nº ${number}`, phoneNumber: `+43 660 ${number}` },
    ...{ status: at % 3, promoCode: '', discountPercentage: 0 },
  }
}

/** Returns the migration's elapsed time and the CPU time of this process. The transaction is rolled back. */
async function timed(db: Database, changed: number): Promise<string> {
  let took = ''
  const work = db.transaction().execute(async (trx) => {
    const last = bookingAt(changed).id
    await sql`update bookings set full_name = replace(full_name, ' ', ${'\u00a0'}), branch_name = replace(branch_name, ' ', ${'\u00a0'})
      where id < ${last}`.execute(trx)
    const [began, used] = [performance.now(), process.cpuUsage()]
    await migration.up(trx)
    const { user, system } = process.cpuUsage(used)
    took = `${Math.round(performance.now() - began)} ms, ${Math.round((user + system) / 1000)} ms of this process`
    throw new RolledBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return took
}
