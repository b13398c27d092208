import type { FastifyInstance } from 'fastify'
import { type Contract, contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { Outcome } from '#contract/changes.ts'
import type { crud } from '#contract/crud.ts'
import type { Endpoints, Page } from '#contract/endpoint.ts'
import type { imports } from '#contract/imports.ts'
import type { ListRequest } from '#contract/listing.ts'
import type { Person } from '#contract/session.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database, Transaction } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import { requireOwnBatch } from '#server/records/batches.ts'
import { withImageDetails } from '#server/records/image-details.ts'
import { type Records, recordsOf } from '#server/records/repository.ts'
import type { OptionsFor, OwnFilter } from '#server/records/repository-options.ts'
import { changeEach } from './changes.ts'
import type { Guard } from './guard.ts'
import { importHandlers } from './imports.ts'
import { columnsBy, operationsOf } from './operations.ts'
import type { ChangeOf, Input, Instead, Rules } from './rules.ts'
import { type Handlers, type RequestContext, serve } from './serve.ts'

type Crud = ReturnType<typeof crud>
/** The calls that this file handles: those of `crud`, and of an import. */
type Usual = keyof Crud | keyof (typeof imports)['movies']

/** The resources with every operation of `crud`; `PlainName` are those with no other, and no filter that is not a field's. */
export type CollectionName = { [Name in ResourceName]: keyof Crud extends keyof Contract[Name] ? Name : never }[ResourceName]
export type PlainName = {
  [Name in CollectionName]: [Exclude<keyof Contract[Name], Usual> | OwnFilter<Name>] extends [never] ? Name : never
}[CollectionName]

/** Returns a resource without rules: the contract describes its fields completely. */
export const plain = <Name extends PlainName>(name: Name) =>
  resource(recordsOf(name, ...([] as unknown as OptionsFor<Name>)), {}, () => ({}) as unknown as OwnCalls<Name>)

/** The calls that a resource has besides those of `crud`, each with its handler, and the calls of `crud` that it overrides. */
type OwnCalls<Name extends CollectionName> = Pick<Handlers<Contract[Name]>, Exclude<keyof Contract[Name], Usual>> &
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

type ById = { params: { id: string } }
/** Calls without a caller come from the public. */
type Reading = { caller: Person | undefined }
type Change = RequestContext & { caller: Person }
type Restored<Name extends ResourceName> = { body?: { version?: number | undefined; instead?: Instead<Name> | undefined } | undefined }

/** Returns the handlers of `crud` for these records, so that a resource only adds its own calls. */
export function collection<Name extends ResourceName>(db: Database, records: Records<Name>, rules: Rules<Name>) {
  const { isolation = 'serializable', locks } = rules
  const operations = operationsOf(records, rules)

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
      transactAsCaller((trx) => operations.create(trx, body, caller), isolation),

    update: ({ params, body, caller, expected, transactAsCaller }: Change & ById & { body: Input<Name> }): Promise<ItemOf<Name>> =>
      transactAsCaller((trx) => operations.update(trx, { ...params, expected }, body, caller), isolation),

    remove: ({ params, caller, expected, transactAsCaller }: Change & ById): Promise<null> =>
      transactAsCaller(async (trx) => {
        await operations.remove(trx, { ...params, expected }, caller)
        return null
      }, isolation),

    restore({ params, body, caller, expected, transactAsCaller }: Change & ById & Restored<Name>): Promise<ItemOf<Name>> {
      const called = { ...params, expected }
      return transactAsCaller((trx) => {
        const version = body?.version
        if (version === undefined) return operations.restore(trx, called, body?.instead, caller)
        return operations.restoreVersion(trx, called, version, caller)
      }, isolation)
    },

    erase: ({ params, caller, transactAsCaller }: Change & ById): Promise<null> =>
      transactAsCaller(async (trx) => {
        await operations.erase(trx, params, caller)
        return null
      }, isolation),

    change: ({
      body: { changes, batch },
      caller,
      transactAsCaller,
    }: Change & { body: { changes: ChangeOf<Name>[]; batch?: string | undefined } }): Promise<Outcome<ItemOf<Name>>[]> =>
      transactAsCaller(async (trx, by = caller) => {
        if (batch !== undefined) await requireOwnBatch(trx, batch, by)
        return changeEach(trx, { name: records.name, locks }, operations, changes, { ...by, batch })
      }, isolation),

    ...importHandlers(db, records, rules, operations),

    history: ({ params, query }: ById & { query: { before?: number | undefined } }) => records.history(db, params.id, query.before),
  }
}

/** Returns the day whose records the public may see; `undefined` for a signed-in caller, who may see all. */
export const publicDay = (caller: Person | undefined): string | undefined => (caller ? undefined : chainDay())
