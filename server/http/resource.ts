import type { FastifyInstance } from 'fastify'
import type { output, ZodMiniType } from 'zod/mini'
import { type Contract, contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { crud } from '#contract/crud.ts'
import type { Endpoints, Page } from '#contract/endpoint.ts'
import type { ListRequest } from '#contract/listing.ts'
import type { Person } from '#contract/session.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import type { Isolation } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { withImageDetails } from '#server/records/image-details.ts'
import { type Records, recordsOf } from '#server/records/repository.ts'
import type { OptionsFor, Own, OwnFilter, Row } from '#server/records/repository-options.ts'
import type { Guard } from './guard.ts'
import { type Handlers, type RequestContext, serve } from './serve.ts'

type Crud = ReturnType<typeof crud>

/** The resources with every operation of `crud`; `PlainName` are those with no other, and no filter that is not a field's. */
export type CollectionName = { [Name in ResourceName]: keyof Crud extends keyof Contract[Name] ? Name : never }[ResourceName]
export type PlainName = {
  [Name in CollectionName]: [Exclude<keyof Contract[Name], keyof Crud> | OwnFilter<Name>] extends [never] ? Name : never
}[CollectionName]

/** What a caller sends to change a record. */
type Input<Name extends ResourceName> = Contract[Name] extends { update: { body: infer Body extends ZodMiniType } } ? output<Body> : never

/** The values that a record may be restored with in place of its own. */
type Instead<Name extends ResourceName> = Contract[Name] extends { restore: { body: infer Body extends ZodMiniType } }
  ? NonNullable<NonNullable<output<Body>> extends { instead?: infer Values } ? Values : never>
  : Record<never, never>

/** The rules of a resource beyond its fields. Each rule runs in the transaction of the change, and refuses by throwing an `HttpError`. */
export type Rules<Name extends ResourceName> = {
  /** Returns the columns of a validated input that don't map directly to its fields. `current` is the row before an update. */
  columns?: (trx: Transaction, input: Input<Name>, current: Row<Name> | undefined, by: Person) => Promise<Partial<Own<Name>>>
  /**
   * Returns the columns that an earlier version restores besides those that map directly to its fields; the default is `columns`.
   * `current` may be in the trash; restoring the version takes it out.
   */
  columnsOfVersion?: (trx: Transaction, version: Input<Name>, current: Row<Name>, by: Person) => Promise<Partial<Own<Name>>>
  /** Runs before `current` is deleted. */
  remove?: (trx: Transaction, current: Row<Name>, by: Person) => Promise<void>
  /** Runs before `trashed` is restored with the values of `instead` in place of its own. Returns the columns that this changes. */
  restore?: (trx: Transaction, trashed: Row<Name>, instead: Instead<Name>, by: Person) => Promise<Partial<Own<Name>>>
  /** The isolation level of its changes; the default is `serializable`. */
  isolation?: Isolation
}

/** Returns a resource without rules: the contract describes its fields completely. */
export const plain = <Name extends PlainName>(name: Name) =>
  resource(recordsOf(name, ...([] as unknown as OptionsFor<Name>)), {}, () => ({}) as unknown as OwnCalls<Name>)

/** The calls that a resource has besides those of `crud`, each with its handler, and the calls of `crud` that it overrides. */
type OwnCalls<Name extends CollectionName> = Pick<Handlers<Contract[Name]>, Exclude<keyof Contract[Name], keyof Crud>> &
  Partial<Handlers<Contract[Name]>>

/**
 * A resource with rules, and with calls of its own: `ownCalls` gets the handlers that it would have without them.
 *
 *     resource(records('branches'), { columns }, (db) => ({ coming: ({ params }) => upcomingBookings(db, params.id) }))
 */
export function resource<Name extends CollectionName>(
  records: Records<Name>,
  rules: Rules<Name>,
  ownCalls: (db: Database, usual: Handlers<Pick<Contract[Name], keyof Crud & keyof Contract[Name]>>) => OwnCalls<Name>,
) {
  const columns = columnsBy(records, rules)

  const replaceImage: ReplaceImage = async (trx, id, version, { from, to }, by) => {
    const current = await records.findAny(trx, id).catch(undefinedIfMissing)
    if (!current || current.deletedAt !== null || (version !== undefined && version !== current.version)) return undefined
    const input = records.withImageReplaced(current, from, to) as Input<Name>
    return (await records.update(trx, current, await columns(trx, input, current, by), by)).version
  }

  return {
    records,
    replaceImage,

    routes(app: FastifyInstance, guard: Guard) {
      const usual = collection(guard.db, records, rules) as unknown
      const handlers = { ...(usual as object), ...ownCalls(guard.db, usual as never) }
      serve(app, guard, contract[records.name] as Endpoints, handlers as unknown as Handlers<Endpoints>)
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}

/**
 * Replaces the image at the URL `from` with the one at `to` in a record, and returns the record's new version. Returns `undefined` for a record that
 * is missing or deleted, or has another version than `version`.
 */
export type ReplaceImage = (
  trx: Transaction,
  id: string,
  version: number | undefined,
  urls: { from: string; to: string },
  by: Person,
) => Promise<number | undefined>

/** Returns a function from a validated input to its columns: those of the fields, and those of the rules. */
const columnsBy =
  <Name extends ResourceName>(records: Records<Name>, rules: Rules<Name>) =>
  async (trx: Transaction, input: Input<Name>, current: Row<Name> | undefined, by: Person) =>
    ({ ...(await records.columnsFor(trx, input as object, current)), ...(await rules.columns?.(trx, input, current, by)) }) as Own<Name>

type ById = { params: { id: string } }
/** Calls without a caller come from the public. */
type Reading = { caller: Person | undefined }
type Change = RequestContext & { caller: Person }

/** Returns the handlers of `crud` for these records, so that a resource only adds its own calls. */
export function collection<Name extends ResourceName>(db: Database, records: Records<Name>, rules: Rules<Name>) {
  const { isolation = 'serializable' } = rules
  const columns = columnsBy(records, rules)

  async function bringBack(trx: Transaction, id: string, expected: number | undefined, by: Person, instead = {} as Instead<Name>) {
    const trashed = await records.findTrashed(trx, id, expected)
    const changed = await rules.restore?.(trx, trashed, instead, by)
    return records.restore(trx, trashed, changed ?? {}, by)
  }

  async function columnsOfVersion(trx: Transaction, current: Row<Name>, version: number, by: Person) {
    const { input, columns } = await records.columnsOfVersion(trx, current, version)
    const own = rules.columnsOfVersion ?? rules.columns
    return { ...columns, ...(await own?.(trx, input as Input<Name>, current, by)) } as Own<Name>
  }

  return {
    async list({ query, caller }: Reading & { query: ListRequest }): Promise<Page<ItemOf<Name>>> {
      const { items, ...page } = await records.list(db, { ...query, publicOn: publicDay(caller) })
      return { ...page, items: await withImageDetails(db, records.name, items) }
    },

    values: ({ params, caller }: Reading & { params: { filter: string } }): Promise<string[]> =>
      records.values(db, params.filter, publicDay(caller)),

    async get({ params, caller }: Reading & ById): Promise<ItemOf<Name>> {
      const item = await records.get(db, params.id, publicDay(caller))
      return (await withImageDetails(db, records.name, [item]))[0] ?? item
    },

    create: ({ body, caller, transactAsCaller }: Change & { body: Input<Name> }): Promise<ItemOf<Name>> =>
      transactAsCaller(async (trx) => records.create(trx, await columns(trx, body, undefined, caller), caller), isolation),

    update: ({ params, body, caller, expected, transactAsCaller }: Change & ById & { body: Input<Name> }): Promise<ItemOf<Name>> =>
      transactAsCaller(async (trx) => {
        const current = await records.findVersion(trx, params.id, expected)
        return records.update(trx, current, await columns(trx, body, current, caller), caller)
      }, isolation),

    remove: ({ params, caller, expected, transactAsCaller }: Change & ById): Promise<null> =>
      transactAsCaller(async (trx) => {
        const current = await records.findVersion(trx, params.id, expected)
        await rules.remove?.(trx, current, caller)
        await records.remove(trx, current, caller)
        return null
      }, isolation),

    restore: ({
      params,
      body,
      caller,
      expected,
      transactAsCaller,
    }: Change & ById & { body?: { version?: number | undefined; instead?: Instead<Name> | undefined } | undefined }): Promise<
      ItemOf<Name>
    > =>
      transactAsCaller(async (trx) => {
        const version = body?.version
        if (version === undefined) return bringBack(trx, params.id, expected, caller, body?.instead)
        const current = await records.findAny(trx, params.id, expected)
        const columns = await columnsOfVersion(trx, current, version, caller)
        return current.deletedAt === null ? records.update(trx, current, columns, caller) : records.restore(trx, current, columns, caller)
      }, isolation),

    erase: ({ params, caller, transactAsCaller }: Change & ById): Promise<null> =>
      transactAsCaller(async (trx) => {
        const trashed = await records.findTrashed(trx, params.id)
        await records.erase(trx, trashed, caller)
        return null
      }, isolation),

    history: ({ params, query }: ById & { query: { before?: number | undefined } }) => records.history(db, params.id, query.before),
  }
}

/** Returns the day whose records the public may see; `undefined` for a signed-in caller, who may see all. */
export const publicDay = (caller: Person | undefined): string | undefined => (caller ? undefined : chainDay())
