import { type Insertable, sql, type Updateable } from 'kysely'
import { contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { Page, Version } from '#contract/endpoint.ts'
import type { Listing, ListRequest } from '#contract/listing.ts'
import { appendChange } from '#server/change-log/change-log.ts'
import { sharedTime } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { SerializationFailure } from '#server/db/errors.ts'
import { fireAndForget } from '#server/db/fire-and-forget.ts'
import { newId } from '#server/db/ids.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Database, RecordColumns, Schema, Transaction } from '#server/db/schema.ts'
import { notFound, stale } from '#server/errors.ts'
import { valuesIn } from '#server/lists/facets.ts'
import { type CustomFilters, type IsPublic, isWithin, type Listed, visibility } from '#server/lists/filters.ts'
import { listRows } from '#server/lists/list.ts'
import { mergeDays } from '#server/lists/merge-days.ts'
import { indexColumns } from '#server/lists/search-index.ts'
import { type Author, authorColumns } from './author.ts'
import { eraseRecord } from './erase.ts'
import { presenter } from './fields.ts'
import { forgetAnswers } from './forget-answers.ts'
import type { Options, OptionsFor, Own, Row } from './repository-options.ts'
import { resourceFields } from './resource-fields.ts'
import { withDeletions } from './trash.ts'
import { hasOnlyContactsSince, recordAt, versionsOf } from './versions.ts'

/**
 * Creates the repository of a resource: versions, history, trash, search index and image uses. Every change writes all of them in the given
 * transaction. Reading a missing or deleted record throws a 404 `HttpError`; an `expected` version that isn't the current one, a 412. With
 * `publicOn`, a record that the public doesn't see on that day counts as missing.
 */
export function recordsOf<Name extends ResourceName>(name: Name, ...[options]: OptionsFor<Name>) {
  const { listing, one }: { listing: Listing; one: string } = contract[name].list
  const { publicDays } = listing
  const byDays: IsPublic | undefined = publicDays && ((day) => isWithin(publicDays, day))
  const {
    present = presenter(name),
    custom = {},
    isPublic = byDays,
    beforeErase,
  } = (options ?? {}) as Partial<Options<Name, CustomFilters>>
  const fields = resourceFields(name)
  const { columnsFor, whole, columnsOfVersion, columnsRestored, sortColumns, tokensOf, digits, updateDerived } = fields

  /** The table with its listing, as the list functions take it. */
  const listed: Listed<Name> = { table: name, listing, custom, digits, isPublic }

  async function find(db: Database, id: string, publicOn?: string): Promise<Row<Name>> {
    const row = await db
      .selectFrom(name as 'movies')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .where((eb) => eb.and(visibility(listed, publicOn)))
      .executeTakeFirst()
    if (!row) throw notFound(one)
    return row as unknown as Row<Name>
  }

  /** Reads a row that is about to change, and locks it until the transaction ends. */
  async function lock(trx: Transaction, id: string): Promise<Row<Name>> {
    const row = (await trx
      .selectFrom(name as 'movies')
      .selectAll()
      .where('id', '=', id)
      .$if(locksRows(trx), (query) => query.forUpdate())
      .executeTakeFirst()) as unknown as Row<Name> | undefined
    if (!row) throw notFound(one)
    return row
  }

  async function requireVersion(trx: Transaction, row: Row<Name>, expected: number | undefined) {
    if (expected === undefined || expected === row.version || (await hasOnlyContactsSince(trx, name, row, expected))) return
    throw stale(one, present(row))
  }

  /** Reads and locks a row, deleted or not. Throws a 412 if it isn't the `expected` version. */
  async function findAny(trx: Transaction, id: string, expected?: number): Promise<Row<Name>> {
    const row = await lock(trx, id)
    await requireVersion(trx, row, expected)
    return row
  }

  /** Reads and locks a live row. Throws a 412 if it isn't the `expected` version. */
  async function findVersion(trx: Transaction, id: string, expected: number | undefined): Promise<Row<Name>> {
    const row = await lock(trx, id)
    if (row.deletedAt !== null) throw notFound(one)
    await requireVersion(trx, row, expected)
    return row
  }

  /** Reads and locks a deleted row. Another version than `expected` (412) means that the record was restored, and perhaps deleted again. */
  async function findTrashed(trx: Transaction, id: string, expected?: number): Promise<Row<Name>> {
    const row = await findAny(trx, id, expected)
    if (row.deletedAt === null) throw notFound(one)
    return row
  }

  async function write(
    trx: Transaction,
    row: Row<Name>,
    before: Row<Name> | undefined,
    action: Version<unknown>['action'],
    by: Author,
    tokens = tokensOf(row),
  ): Promise<ItemOf<Name>> {
    const item = present(row)
    const { id, version, updatedAt: at } = row
    const entry = { id: newId(), resource: name, recordId: id, version, action, record: JSON.stringify(item), at }
    await appendChange(trx, { ...entry, ...authorColumns(by) })
    await updateDerived(trx, row, tokens, before)
    return item
  }

  async function change(
    trx: Transaction,
    current: Row<Name>,
    columns: Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>,
    action: 'update' | 'role' | 'contact' | 'delete' | 'restore',
    by: Author,
  ) {
    const changed = { ...current, ...columns, version: current.version + 1, updatedAt: sharedTime() } as Row<Name>
    const row = { ...changed, ...sortColumns(changed) }
    const tokens = tokensOf(changed)
    const isFoundOtherwise = tokens.join(' ') !== tokensOf(current).join(' ')
    const { numUpdatedRows } = await trx
      .updateTable(name as 'movies')
      .set({
        ...changesOf(row, current),
        ...(isFoundOtherwise && isPostgres(trx) && indexColumns(trx, name, sql.val(tokens))),
      } as Updateable<Schema['movies']>)
      .where('id', '=', current.id)
      .where('version', '=', current.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new SerializationFailure(`The ${one} ${current.id} has no version ${current.version} any more.`)
    return write(trx, row, current, action, by, tokens)
  }

  return {
    name,
    present,
    find,
    findAny,
    findVersion,
    findTrashed,

    /** Returns one page of the requested items; see `listRows`. */
    async list(db: Database, request: ListRequest): Promise<Page<ItemOf<Name>>> {
      const { rows, total, next } = await listRows(db, { ...listed, request: mergeDays(listing, request) })
      return { items: await withDeletions(db, name, rows, present), total, next }
    },

    /** Returns the possible values of a text filter. Throws a 404 for any other filter. */
    async values(db: Database, filter: string, publicOn?: string): Promise<string[]> {
      if (listing.filters[filter]?.kind !== 'text') throw notFound('filter')
      return valuesIn(db, name, filter, visibility(listed, publicOn))
    },

    listed,

    /** Returns the columns of a validated input; see `resourceFields`. */
    columnsFor: (trx: Transaction, input: object, current: Row<Name> | undefined): Promise<object> =>
      columnsFor(trx, { ...input }, current),

    inputOf: fields.inputOf,

    withImageReplaced: fields.withImageReplaced,

    /** Returns the columns of an earlier version of `current`. Throws a 404 if the record never had that version. */
    async columnsOfVersion(trx: Transaction, current: Row<Name>, version: number): Promise<{ input: object; columns: object }> {
      const input = whole(await recordAt(trx, name, one, { id: current.id, version }))
      return { input, columns: await columnsOfVersion(trx, input, current) }
    },

    history: (db: Database, id: string, before?: number): Promise<Version<ItemOf<Name>>[]> => versionsOf(db, name, one, { id, before }),

    get: async (db: Database, id: string, publicOn?: string): Promise<ItemOf<Name>> => present(await find(db, id, publicOn)),

    async create(trx: Transaction, columns: Own<Name>, by: Author): Promise<ItemOf<Name>> {
      const at = sharedTime()
      const given = { ...columns, id: newId(), version: 1, createdAt: at, updatedAt: at, deletedAt: null } as unknown as Row<Name>
      const row = { ...given, ...sortColumns(given) }
      const tokens = tokensOf(given)
      await insertRow(trx, name, { ...row, ...indexColumns(trx, name, tokens) })
      return write(trx, row, undefined, 'create', by, tokens)
    },

    /** Writes a new version, unless all columns keep their values. `current` is the row that `findVersion` read in the same transaction. */
    async update(
      trx: Transaction,
      current: Row<Name>,
      columns: Partial<Own<Name>>,
      by: Author,
      action: 'update' | 'role' | 'contact' = 'update',
    ): Promise<ItemOf<Name>> {
      if (Object.keys(changesOf(columns, current)).length === 0) return present(current)
      return change(trx, current, columns as Partial<Own<Name> & RecordColumns>, action, by)
    },

    remove: (trx: Transaction, current: Row<Name>, by: Author): Promise<ItemOf<Name>> =>
      change(trx, current, { deletedAt: sharedTime() } as Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>, 'delete', by),

    /** Erases the record that `findTrashed` read. `forget` deletes the stored answers that quote it. */
    async erase(trx: Transaction, trashed: Row<Name>, by: Author, forget = forgetAnswers): Promise<void> {
      await beforeErase?.(trx, trashed)
      await eraseRecord(trx, name, { ...trashed, tokens: tokensOf(trashed) }, by, forget)
    },

    /** Restores the record that `findTrashed` read, with `columns` in place of its own, and without images that were erased meanwhile. */
    async restore(trx: Transaction, trashed: Row<Name>, columns: Partial<Own<Name>>, by: Author): Promise<ItemOf<Name>> {
      const restored = { ...(await columnsRestored(trx, trashed)), ...columns, deletedAt: null }
      return change(trx, trashed, restored as Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>, 'restore', by)
    },
  }
}

export type Records<Name extends ResourceName> = ReturnType<typeof recordsOf<Name>>

const insertRow = (trx: Transaction, table: ResourceName, row: object) =>
  fireAndForget(trx, trx.insertInto(table as 'movies').values(row as Insertable<Schema['movies']>))

/** Returns the columns whose values differ, so that the update writes only these. */
function changesOf(row: object, current: object): object {
  const before = current as Record<string, unknown>
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => before[name] !== value))
}

/** Returns the number of live records of a resource. */
export async function countLive(db: Database, name: ResourceName): Promise<number> {
  const { total } = await db
    .selectFrom(name as 'movies')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
