import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * The bookings of the branch that somebody means by a name, whatever name they were made under: of the branch that is called so; where none
 * is, of that which was when somebody booked it. A booking whose branch is known no more goes by the name alone.
 */
export function ofBranch(name: string): Expression<SqlBool> {
  const branches = sql`select id from branches where deleted_at is null`
  const called = sql`${branches} and name = ${name}`
  const booked = sql`select branch_id from bookings where branch_name = ${name} and deleted_at is null`
  // What was booked under a name is looked up last: most names have a branch, and some have a million bookings.
  return sql`(branch_id in (${called})
    or (branch_name = ${name} and coalesce(branch_id, '') not in (${branches}))
    or (not exists (${called}) and branch_id in (${booked})))`
}
