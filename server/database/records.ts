import type { Insertable, Kysely, Updateable } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/fields.ts'
import { mostItems } from '#contract/fields.ts'
import { notFound, stale } from '#server/refusals.ts'
import { Overtaken } from './failures.ts'
import { newId } from './ids.ts'
import { locksRows } from './row-locks.ts'
import type { RecordTables, Schema, Stored, Transaction } from './schema.ts'

/** Who changes a record; `undefined` where the product itself does. */
export type Author = { _id: string; username: string } | undefined

type Own<Table extends keyof RecordTables> = Omit<RecordTables[Table], keyof Stored>

/** The columns that every item shows. */
export const stamp = (row: Stored) => ({ _id: row.id, version: row.version, createdAt: row.createdAt, updatedAt: row.updatedAt })

/**
 * Versions, history and trash of one table: every change writes the row and a history row in the given transaction.
 * `what` is what one of them is called ('Movie'); `present` makes an item of a row.
 * Reading what isn't there, or is in the trash, throws a 404 `Refusal`; an `expected` version that isn't the current one, a 412.
 */
export function records<Table extends keyof RecordTables, Item extends { version: number }>(
  table: Table,
  what: string,
  present: (row: RecordTables[Table]) => Item,
) {
  type Row = RecordTables[Table]

  async function find(db: Kysely<Schema>, id: string, trashed = false): Promise<Row> {
    const row = await asMovies(db, table)
      .where('id', '=', id)
      .where('deletedAt', trashed ? 'is not' : 'is', null)
      .executeTakeFirst()
    if (!row) throw notFound(what)
    return row as Row
  }

  /** For what is about to change: nobody else changes the row before the transaction ends. */
  async function findVersion(trx: Transaction, id: string, expected: number | undefined): Promise<Row> {
    const row = (await asMovies(trx, table)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .$if(locksRows(trx), (query) => query.forUpdate())
      .executeTakeFirst()) as Row | undefined
    if (!row) throw notFound(what)
    if (expected !== undefined && expected !== row.version) throw stale(what, present(row))
    return row
  }

  async function write(trx: Transaction, row: Row, action: Schema['history']['action'], by: Author): Promise<Item> {
    const item = present(row)
    const { id, version, updatedAt: at } = row
    const record = JSON.stringify(item)
    await trx
      .insertInto('history')
      .values({
        id: newId(),
        resource: table,
        recordId: id,
        version,
        action,
        record,
        byId: by?._id ?? null,
        byName: by?.username ?? null,
        at,
      })
      .execute()
    return item
  }

  async function change(
    trx: Transaction,
    current: Row,
    columns: Partial<Own<Table> & Pick<Stored, 'deletedAt'>>,
    action: 'update' | 'delete' | 'restore',
    by: Author,
  ) {
    const changes = { ...columns, version: current.version + 1, updatedAt: now() }
    const { numUpdatedRows } = await trx
      .updateTable(table as 'movies')
      .set(changes as Updateable<Schema['movies']>)
      .where('id', '=', current.id)
      .where('version', '=', current.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Overtaken(`${what} ${current.id} has no version ${current.version} any more.`)
    return write(trx, { ...current, ...changes }, action, by)
  }

  return {
    present,
    find,
    findVersion,

    /** Newest first. */
    async list(db: Kysely<Schema>, { limit = mostItems, offset = 0 }: ListQuery): Promise<Page<Item>> {
      const live = asMovies(db, table).where('deletedAt', 'is', null)
      const rows = (await live.orderBy('id', 'desc').limit(limit).offset(offset).execute()) as Row[]
      const allRead = rows.length < limit && (rows.length > 0 || offset === 0)
      return { items: rows.map(present), total: allRead ? offset + rows.length : await countLive(db, table) }
    },

    get: async (db: Kysely<Schema>, id: string): Promise<Item> => present(await find(db, id)),

    async create(trx: Transaction, columns: Own<Table>, by: Author): Promise<Item> {
      const at = now()
      const row = { ...columns, id: newId(), version: 1, createdAt: at, updatedAt: at, deletedAt: null } as unknown as Row
      await trx
        .insertInto(table as 'movies')
        .values(row as unknown as Insertable<Schema['movies']>)
        .execute()
      return write(trx, row, 'create', by)
    },

    /** `current` is the row as `findVersion` read it in the same transaction. */
    update: (trx: Transaction, current: Row, columns: Partial<Own<Table>>, by: Author): Promise<Item> =>
      change(trx, current, columns as Partial<Own<Table> & Stored>, 'update', by),

    remove: (trx: Transaction, current: Row, by: Author): Promise<Item> =>
      change(trx, current, { deletedAt: now() } as Partial<Own<Table> & Pick<Stored, 'deletedAt'>>, 'delete', by),

    /** Brings back what `find(trx, id, true)` read from the trash. */
    restore: (trx: Transaction, trashed: Row, by: Author): Promise<Item> =>
      change(trx, trashed, { deletedAt: null } as Partial<Own<Table> & Pick<Stored, 'deletedAt'>>, 'restore', by),
  }
}

export type Records<Table extends keyof RecordTables, Item extends { version: number }> = ReturnType<typeof records<Table, Item>>

const now = () => new Date().toISOString()

/** Kysely can't follow a table that is a type parameter; all record tables share the columns used here, so one stands for them. */
const asMovies = (db: Kysely<Schema>, table: keyof RecordTables) => db.selectFrom(table as 'movies').selectAll()

/** How many records of a table are not deleted. */
export async function countLive(db: Kysely<Schema>, table: keyof RecordTables): Promise<number> {
  const { total } = await db
    .selectFrom(table as 'movies')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  // PostgreSQL counts in 64 bits and answers with text.
  return Number(total)
}
