import type { ListedDraft } from '#contract/drafts.ts'
import { sharedNow, sharedTime } from '#server/db/clock.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, Transaction } from '#server/db/schema.ts'

/** How long a draft lasts after its user kept it last, in milliseconds: a week. */
const lifetime = 7 * 24 * 3_600_000

/** The most drafts of one user. One more replaces the oldest. */
const mostDrafts = 100

type Draft = { id: string; form: string; content: string }

/** Returns the drafts of this user, the latest first. */
export async function draftsOf(db: Database, userId: string): Promise<ListedDraft[]> {
  const rows = await recent(db, userId).select(['id', 'form', 'at']).orderBy('at', 'desc').orderBy('id').limit(mostDrafts).execute()
  return rows.map(({ id, ...listed }) => ({ _id: id, ...listed }))
}

/** Returns a draft of this user with its content; `undefined` if there is none, or if it is too old. */
export async function findDraft(db: Database, userId: string, id: string): Promise<(ListedDraft & { content: string }) | undefined> {
  const row = await recent(db, userId).where('id', '=', id).select(['form', 'at', 'content']).executeTakeFirst()
  return row && { _id: id, ...row }
}

/** Keeps a draft: the last writer wins. */
export async function keepDraft(trx: Transaction, userId: string, { id, form, content }: Draft): Promise<ListedDraft> {
  // One user's drafts are stored one after the other, so each transaction counts the drafts of the one before.
  if (locksRows(trx)) await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const at = sharedTime()
  await trx
    .insertInto('drafts')
    .values({ userId, id, form, content, at })
    .onConflict((oc) => oc.columns(['userId', 'id']).doUpdateSet({ form, content, at }))
    .execute()
  const kept = await trx.selectFrom('drafts').select('id').where('userId', '=', userId).orderBy('at', 'desc').orderBy('id').execute()
  for (const oldest of kept.slice(mostDrafts)) await dropDraft(trx, userId, oldest.id)
  return { _id: id, form, at }
}

/** Deletes a draft, if there is one. */
export async function dropDraft(trx: Transaction, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('drafts').where('userId', '=', userId).where('id', '=', id).execute()
}

/** Deletes all drafts of a user. */
export async function forgetDraftsOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('drafts').where('userId', '=', userId).execute()
}

/** Deletes the drafts that are too old. A job calls this. */
export async function forgetOldDrafts(db: Database): Promise<void> {
  await db.deleteFrom('drafts').where('at', '<', weekAgo()).execute()
}

const recent = (db: Database, userId: string) => db.selectFrom('drafts').where('userId', '=', userId).where('at', '>=', weekAgo())

const weekAgo = () => new Date(sharedNow() - lifetime).toISOString()
