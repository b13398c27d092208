import type { ResourceName } from '#contract/all.ts'
import { importLimits } from '#contract/imports.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { invalid } from '#server/errors.ts'
import { requireOwnBatch } from '#server/records/batches.ts'

/** Throws a 403 for a batch that another user has begun, and a 422 for one that would get more rows than an import has. */
export async function joinBatch(trx: Transaction, name: ResourceName, batch: string, rows: number, by: { _id: string }): Promise<void> {
  await requireOwnBatch(trx, batch, by)
  const { n } = await trx
    .selectFrom('history')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('batch', '=', batch)
    .where('resource', '=', name)
    .where('action', 'in', imported)
    .executeTakeFirstOrThrow()
  if (Number(n) + rows > importLimits.rows) throw invalid({ batch: tooMany })
}

/** The actions of an import. The changes that undo an import may have the same batch. */
const imported = ['create', 'update'] as const

const tooMany = `One import has at most ${importLimits.rows.toLocaleString('en')} rows. Begin another one for the rest.`

/** Returns the records that a user has imported with a batch, each with its last version in the batch and the version before the batch. */
export async function importedIn(
  db: Database,
  name: ResourceName,
  batch: string,
  by: { _id: string },
): Promise<{ _id: string; version: number; before: number | null }[]> {
  const records = await db
    .selectFrom('history')
    .select(({ fn }) => ['recordId', fn.min('version').as('first'), fn.max('version').as('last')])
    .where('batch', '=', batch)
    .where('resource', '=', name)
    .where('action', 'in', imported)
    .where('byId', '=', by._id)
    .groupBy('recordId')
    .orderBy('recordId')
    .limit(importLimits.rows)
    .execute()
  return records.map(({ recordId: _id, first, last }) => ({ _id, version: Number(last), before: first === 1 ? null : Number(first) - 1 }))
}
