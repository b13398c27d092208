import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { branchesMeant } from '#server/records/branch-names.ts'

/**
 * Returns the bookings of the branches with these names, under any name that the branch has had. The result is a list of conditions. A booking meets
 * at most one of them, and an index serves each. A booking whose branch is deleted or unknown is found by its own branch name.
 */
export async function ofBranches(db: Database, names: readonly string[]): Promise<Expression<SqlBool>[]> {
  const ids = await branchesMeant(db, names)
  const theirs = ids.map((id) => sql<SqlBool>`branch_id = ${id}`)
  const others = sql`select id from branches where deleted_at is null or id in (${sql.join(['', ...ids])})`
  return [...theirs, ...names.map((name) => sql<SqlBool>`branch_name = ${name} and coalesce(branch_id, '') not in (${others})`)]
}
