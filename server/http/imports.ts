import { contract, type ResourceName } from '#contract/all.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import type { Person } from '#contract/session.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { importedIn, joinBatch } from '#server/imports/batches.ts'
import { importRows, type Outcome, previewRows } from '#server/imports/import.ts'
import type { Given } from '#server/imports/rows.ts'
import type { Matching, Target } from '#server/imports/target.ts'
import { takeTurn } from '#server/imports/turns.ts'
import { sortColumn, sortedFields } from '#server/lists/order.ts'
import { sortKey } from '#server/lists/tokenizer.ts'
import type { Records } from '#server/records/repository.ts'
import { columnsBy, type Operations } from './operations.ts'
import type { Rules } from './rules.ts'
import type { RequestContext } from './serve.ts'

type Change = RequestContext & { caller: Person }
type Body = { dryRun?: boolean | undefined; batch?: string | undefined; key: string; rows: Given[] }

/** Returns the handlers of the calls in `contract/imports.ts`. A collection without these calls doesn't use them. */
export function importHandlers<Name extends ResourceName>(
  db: Database,
  records: Records<Name>,
  rules: Rules<Name>,
  operations: Operations<Name>,
) {
  const target = targetOf(records, rules, operations)
  return {
    import({ body, caller, transactAsCaller }: Change & { body: Body }): Promise<Outcome[]> {
      const { dryRun, batch = '', rows } = body
      // Outside a transaction nothing waits for a preview, and the database writes nothing.
      if (dryRun) return previewRows(db as Transaction, target, body, caller)
      // `serializable` would make the imports of two users collide again and again, because each reads where the other one writes.
      return transactAsCaller(async (trx, by = caller) => {
        await takeTurn(trx, records.name)
        await joinBatch(trx, records.name, batch, rows.length, by)
        return importRows(trx, target, body, { ...by, batch })
      }, 'read committed')
    },

    imported: ({ params, caller }: Change & { params: { batch: string } }) => importedIn(db, records.name, params.batch, caller),
  }
}

function targetOf<Name extends ResourceName>(records: Records<Name>, rules: Rules<Name>, operations: Operations<Name>): Target {
  const { list, create } = contract[records.name] as unknown as {
    list: { listing: Listing; one: string }
    create?: { body: Target['schema'] }
  }
  const key = titleField(list.listing)
  return {
    name: records.name,
    one: list.one,
    key,
    matching: rules.matching ?? matchingBy(list.listing, key),
    schema: create?.body as Target['schema'],
    inputOf: records.inputOf,
    present: records.present as unknown as Target['present'],
    resolve: rules.resolve,
    check: columnsBy(records, rules) as unknown as Target['check'],
    create: operations.create as unknown as Target['create'],
    update: operations.update as unknown as Target['update'],
  }
}

/** A title with an alphabetical order is found by its sort key, which differs from it in letter case and accents; another one by itself. */
const matchingBy = (listing: Listing, key: string): Matching =>
  sortedFields(listing).includes(key) ? { column: sortColumn(key), of: sortKey } : { column: key, of: (text) => text }
