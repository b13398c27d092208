import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/fields.ts'
import type { Person } from '#contract/session.ts'
import type { Records } from '#server/database/records.ts'
import type { Database, RecordTables, Stored, Transaction } from '#server/database/schema.ts'
import type { Isolation } from '#server/database/transact.ts'
import type { Call } from './serve.ts'

type ById = { params: { id: string } }
type Change = Call & { caller: Person }

/** Makes the columns of a validated input, or refuses it for what only the database knows. `current` is the row before an update. */
export type ColumnsOf<Table extends keyof RecordTables, Input> = (
  trx: Transaction,
  input: Input,
  current: RecordTables[Table] | undefined,
) => Promise<Omit<RecordTables[Table], keyof Stored>>

/** The handlers of a plain collection, so that a resource says only what is its own. Its changes run at `isolation`. */
export function collection<Table extends keyof RecordTables, Item extends { version: number }, Input>(
  db: Database,
  kept: Records<Table, Item>,
  columnsOf: ColumnsOf<Table, Input>,
  isolation: Isolation = 'serializable',
) {
  return {
    list: ({ query }: { query: ListQuery }): Promise<Page<Item>> => kept.list(db, query),

    get: ({ params }: ById): Promise<Item> => kept.get(db, params.id),

    create: ({ body, caller, transact }: Change & { body: Input }): Promise<Item> =>
      transact(async (trx) => kept.create(trx, await columnsOf(trx, body, undefined), caller), isolation),

    update: ({ params, body, caller, expected, transact }: Change & ById & { body: Input }): Promise<Item> =>
      transact(async (trx) => {
        const current = await kept.findVersion(trx, params.id, expected)
        return kept.update(trx, current, await columnsOf(trx, body, current), caller)
      }, isolation),

    remove: ({ params, caller, expected, transact }: Change & ById): Promise<null> =>
      transact(async (trx) => {
        await kept.remove(trx, await kept.findVersion(trx, params.id, expected), caller)
        return null
      }, isolation),

    restore: ({ params, caller, transact }: Change & ById): Promise<Item> =>
      transact(async (trx) => kept.restore(trx, await kept.find(trx, params.id, true), caller), isolation),
  }
}
