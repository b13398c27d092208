import type { Transaction } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'

/** Throws a 403 for a batch that another user has begun: the activity shows a batch as one line of one user. */
export async function requireOwnBatch(trx: Transaction, batch: string, by: { _id: string }): Promise<void> {
  // The order of the index: one entry is read, however many the batch has.
  const first = await trx
    .selectFrom('history')
    .select('byId')
    .where('batch', '=', batch)
    .orderBy('resource')
    .orderBy('action')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (first && first.byId !== by._id) throw new HttpError(403, 'forbidden', 'Another user has begun this batch. Begin one of your own.')
}
