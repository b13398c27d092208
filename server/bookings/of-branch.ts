import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { branchesMeant } from '#server/records/branch-names.ts'

/**
 * The bookings of the branches that somebody means by names, whatever names they were made under, as conditions of which a booking meets one at
 * most, each answered by an index. A booking whose branch is deleted or was never known goes by the name that it bears.
 */
export async function ofBranches(db: Database, names: readonly string[]): Promise<Expression<SqlBool>[]> {
  const ids = await branchesMeant(db, names)
  const theirs = ids.map((id) => sql<SqlBool>`branch_id = ${id}`)
  const others = sql`select id from branches where deleted_at is null or id in (${sql.join(['', ...ids])})`
  return [...theirs, ...names.map((name) => sql<SqlBool>`branch_name = ${name} and coalesce(branch_id, '') not in (${others})`)]
}
