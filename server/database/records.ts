import { type Insertable, sql, type Updateable } from 'kysely'
import { type Contract, contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { Page, Version } from '#contract/endpoint.ts'
import type { Listing, Wanted } from '#contract/listing.ts'
import { valuesIn } from '#server/lists/facets.ts'
import type { CustomFilters, Listed } from '#server/lists/filters.ts'
import { listRows } from '#server/lists/list.ts'
import { indexColumns } from '#server/lists/search-index.ts'
import { notFound, stale } from '#server/refusals.ts'
import { addLine } from './changes.ts'
import { sharedTime } from './clock.ts'
import { isPostgres } from './dialect.ts'
import { eraseRecord } from './erase.ts'
import { SerializationFailure } from './failures.ts'
import { presenter } from './fields.ts'
import { finding } from './finding.ts'
import { fireAndForget } from './fire-and-forget.ts'
import { recordAt, versionsOf } from './history.ts'
import { newId } from './ids.ts'
import { locksRows } from './row-locks.ts'
import type { Database, RecordColumns, RecordTables, Schema, Transaction } from './schema.ts'
import { withDeletions } from './trash.ts'

/** Who changes a record; `undefined` where the product itself does. */
export type Author = { _id: string; username: string } | undefined

export type Row<Name extends ResourceName> = RecordTables[Name]

/** The columns that a resource gives; the rest is kept here. */
export type Own<Name extends ResourceName> = Omit<Row<Name>, keyof RecordColumns | `${string}Sort`>

type Filters<Name extends ResourceName> = Contract[Name]['list']['listing']['filters']
/** The filters that are no field's: the resource has to say what their options mean. */
export type OwnFilter<Name extends ResourceName> = {
  [Filter in keyof Filters<Name>]: Filters<Name>[Filter] extends { kind: 'own' } ? Filter : never
}[keyof Filters<Name>]

type Options<Name extends ResourceName, Conditions> = {
  /** Makes an item of a row, where it isn't simply the fields that the contract names. */
  present?: (row: Row<Name>) => ItemOf<Name>
  custom: Conditions
  /** Comes before a record is taken away for good: lets go of it elsewhere, or refuses by throwing a `Refusal`. */
  letGo?: (trx: Transaction, trashed: Row<Name>) => Promise<void>
}

/** `custom` says what the options of the listing's custom filters stand for; it has to be there where the listing has such a filter. */
export type OptionsFor<Name extends ResourceName> = [OwnFilter<Name>] extends [never]
  ? [options?: Partial<Options<Name, Record<never, never>>>]
  : [options: Options<Name, Record<OwnFilter<Name>, CustomFilters[string]>>]

/**
 * Versions, history, trash, search index and image uses of a resource: every change writes all of it in the given transaction.
 * Reading what isn't there, or is in the trash, throws a 404 `Refusal`; an `expected` version that isn't the current one, a 412.
 */
export function records<Name extends ResourceName>(name: Name, ...[options]: OptionsFor<Name>) {
  const { present = presenter(name), custom = {}, letGo } = (options ?? {}) as Partial<Options<Name, CustomFilters>>
  const { listing, one }: { listing: Listing; one: string } = contract[name].list
  const { columnsFor, whole, columnsOfVersion, columnsRestored, sortColumns, tokensOf, digits, keepFindable } = finding(name)

  /** The table as the lists know it. */
  const listed: Listed<Name> = { table: name, listing, custom, digits }

  async function find(db: Database, id: string): Promise<Row<Name>> {
    const row = await db
      .selectFrom(name as 'movies')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!row) throw notFound(one)
    return row as unknown as Row<Name>
  }

  /** For what is about to change: nobody else changes the row before the transaction ends. */
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

  function requireVersion(row: Row<Name>, expected: number | undefined) {
    if (expected !== undefined && expected !== row.version) throw stale(one, present(row))
  }

  /** What is about to change, be it in the trash; where it isn't the `expected` version, a 412. */
  async function findAny(trx: Transaction, id: string, expected?: number): Promise<Row<Name>> {
    const row = await lock(trx, id)
    requireVersion(row, expected)
    return row
  }

  /** The same of what is not deleted. */
  async function findVersion(trx: Transaction, id: string, expected: number | undefined): Promise<Row<Name>> {
    const row = await lock(trx, id)
    if (row.deletedAt !== null) throw notFound(one)
    requireVersion(row, expected)
    return row
  }

  /** The same of what lies in the trash; another version than the `expected` one has come back, or was deleted again. */
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
    await addLine(trx, { ...entry, byId: by?._id ?? null, byName: by?.username ?? null })
    await keepFindable(trx, row, tokens, before)
    return item
  }

  async function change(
    trx: Transaction,
    current: Row<Name>,
    columns: Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>,
    action: 'update' | 'delete' | 'restore',
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

    /** One page of what `wanted` asks for; see `listRows`. */
    async list(db: Database, wanted: Wanted): Promise<Page<ItemOf<Name>>> {
      const { rows, total, next } = await listRows(db, { ...listed, wanted })
      return { items: await withDeletions(db, name, rows, present), total, next }
    },

    /** What a filter can be set to; a 404 where it isn't one that goes by a text. */
    async values(db: Database, filter: string): Promise<string[]> {
      if (listing.filters[filter]?.kind !== 'text') throw notFound('filter')
      return valuesIn(db, name, filter)
    },

    listed,

    /** The columns of a validated input; see `finding`. */
    columnsFor: (trx: Transaction, input: object, current: Row<Name> | undefined): Promise<object> =>
      columnsFor(trx, { ...input }, current),

    /** The columns of the version `version` of `current`; a 404 where it never had one. */
    async columnsOfVersion(trx: Transaction, current: Row<Name>, version: number): Promise<{ input: object; columns: object }> {
      const input = whole(await recordAt(trx, name, one, { id: current.id, version }))
      return { input, columns: await columnsOfVersion(trx, input, current) }
    },

    history: (db: Database, id: string, before?: number): Promise<Version<ItemOf<Name>>[]> => versionsOf(db, name, one, { id, before }),

    get: async (db: Database, id: string): Promise<ItemOf<Name>> => present(await find(db, id)),

    async create(trx: Transaction, columns: Own<Name>, by: Author): Promise<ItemOf<Name>> {
      const at = sharedTime()
      const given = { ...columns, id: newId(), version: 1, createdAt: at, updatedAt: at, deletedAt: null } as unknown as Row<Name>
      const row = { ...given, ...sortColumns(given) }
      const tokens = tokensOf(given)
      await insertRow(trx, name, { ...row, ...indexColumns(trx, name, tokens) })
      return write(trx, row, undefined, 'create', by, tokens)
    },

    /** `current` is the row as `findVersion` read it in the same transaction. */
    update: (trx: Transaction, current: Row<Name>, columns: Partial<Own<Name>>, by: Author): Promise<ItemOf<Name>> =>
      change(trx, current, columns as Partial<Own<Name> & RecordColumns>, 'update', by),

    remove: (trx: Transaction, current: Row<Name>, by: Author): Promise<ItemOf<Name>> =>
      change(trx, current, { deletedAt: sharedTime() } as Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>, 'delete', by),

    /** Takes what `findTrashed` read away for good. */
    async erase(trx: Transaction, trashed: Row<Name>, by: Author): Promise<void> {
      await letGo?.(trx, trashed)
      await eraseRecord(trx, name, { ...trashed, tokens: tokensOf(trashed) }, by)
    },

    /** Brings back what `findTrashed` read, with `columns` in place of its own and without images that were taken away for good meanwhile. */
    async restore(trx: Transaction, trashed: Row<Name>, columns: Partial<Own<Name>>, by: Author): Promise<ItemOf<Name>> {
      const restored = { ...(await columnsRestored(trx, trashed)), ...columns, deletedAt: null }
      return change(trx, trashed, restored as Partial<Own<Name> & Pick<RecordColumns, 'deletedAt'>>, 'restore', by)
    },
  }
}

export type Records<Name extends ResourceName> = ReturnType<typeof records<Name>>

const insertRow = (trx: Transaction, table: ResourceName, row: object) =>
  fireAndForget(trx, trx.insertInto(table as 'movies').values(row as Insertable<Schema['movies']>))

/** The columns in which a row differs: what the row doesn't change, it doesn't write. */
function changesOf(row: object, current: object): object {
  const before = current as Record<string, unknown>
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => before[name] !== value))
}

/** How many records of a resource are not deleted. */
export async function countLive(db: Database, name: ResourceName): Promise<number> {
  const { total } = await db
    .selectFrom(name as 'movies')
    .where('deletedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
