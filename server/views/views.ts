import type { Selectable } from 'kysely'
import type { Person } from '#contract/session.ts'
import { comparisonKey } from '#contract/text.ts'
import { mostViews, type View, type ViewInput } from '#contract/views.ts'
import { sharedTime } from '#server/db/clock.ts'
import { newId } from '#server/db/ids.ts'
import type { Database, Schema, Transaction } from '#server/db/schema.ts'
import { conflict, notFound, stale, superUsersOnly } from '#server/errors.ts'
import { requireKnown } from './grammar.ts'

type ViewRow = Selectable<Schema['views']>

/** Returns the views of a user and the shared ones, by name. */
export async function viewsFor(db: Database, userId: string): Promise<View[]> {
  const rows = await visibleTo(db, userId).selectAll().execute()
  return rows.map(present).sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Saves a view of the caller, or a shared one. */
export async function createView(trx: Transaction, input: ViewInput, caller: Person): Promise<View> {
  requireKnown(input)
  const { shared, ...own } = input
  const at = sharedTime()
  const row = { ...own, userId: ownerOf(input, caller), nameKey: comparisonKey(own.name), createdAt: at, updatedAt: at }
  if (shared) await requireSuperUser(trx, caller)
  await requireFreeName(trx, row)
  await requireRoom(trx, row.userId)
  return present(
    await trx
      .insertInto('views')
      .values({ ...row, id: newId(), version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Replaces a view. A query with filters that no longer exist may stay as it is. */
export async function updateView(trx: Transaction, input: ViewInput, { id, expected, caller }: Change): Promise<View> {
  const current = await findToChange(trx, { id, expected, caller })
  const { shared, ...own } = input
  if (own.list !== current.list || own.query !== current.query) requireKnown(input)
  const row = { ...own, userId: shared ? null : (current.userId ?? caller._id), nameKey: comparisonKey(own.name) }
  if (shared) await requireSuperUser(trx, caller)
  await requireFreeName(trx, row, id)
  if (row.userId !== current.userId) await requireRoom(trx, row.userId)
  return present(
    await trx
      .updateTable('views')
      .set({ ...row, version: current.version + 1, updatedAt: sharedTime() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export async function removeView(trx: Transaction, change: Change): Promise<null> {
  await findToChange(trx, change)
  await trx.deleteFrom('views').where('id', '=', change.id).execute()
  return null
}

type Change = { id: string; expected: number | undefined; caller: Person }

const visibleTo = (db: Database, userId: string) =>
  db.selectFrom('views').where((eb) => eb.or([eb('userId', '=', userId), eb('userId', 'is', null)]))

const ownerOf = ({ shared }: ViewInput, { _id }: Person) => (shared ? null : _id)

/** Reads a view that the caller may change. Throws a 404, 403 or 412 `HttpError`. */
async function findToChange(trx: Transaction, { id, expected, caller }: Change): Promise<ViewRow> {
  const row = await visibleTo(trx, caller._id).where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw notFound('view')
  if (row.userId === null) await requireSuperUser(trx, caller)
  if (expected !== undefined && expected !== row.version) throw stale('view', present(row))
  return row
}

/** Throws a 403 `HttpError` unless the caller is a super user in this transaction. */
async function requireSuperUser(trx: Transaction, { _id }: Person): Promise<void> {
  const user = await trx.selectFrom('users').select('isSuperUser').where('id', '=', _id).executeTakeFirst()
  if (user?.isSuperUser !== 1) throw superUsersOnly()
}

/** Throws a 409 `HttpError` if another view of the same owner and list has this name. */
async function requireFreeName(trx: Transaction, { userId, list, nameKey }: Pick<ViewRow, 'userId' | 'list' | 'nameKey'>, except = '') {
  const other = await ownedBy(trx, userId)
    .where('list', '=', list)
    .where('nameKey', '=', nameKey)
    .where('id', '!=', except)
    .select('id')
    .executeTakeFirst()
  const sentence = userId === null ? 'A shared view already has this name.' : 'One of your views already has this name.'
  if (other) throw conflict('taken', sentence, { name: sentence })
}

async function requireRoom(trx: Transaction, userId: string | null): Promise<void> {
  const { count } = await ownedBy(trx, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < mostViews) return
  throw userId === null
    ? conflict('too_many', `At most ${mostViews} views can be shared. Delete a shared view first.`)
    : conflict('too_many', `You can have at most ${mostViews} views. Delete a view first.`)
}

const ownedBy = (db: Database, userId: string | null) =>
  db.selectFrom('views').where((eb) => (userId === null ? eb('userId', 'is', null) : eb('userId', '=', userId)))

const present = ({ id, userId, nameKey: _, ...own }: ViewRow): View => ({ ...own, _id: id, shared: userId === null })
