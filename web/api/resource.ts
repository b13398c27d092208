import { queryOptions, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contract, ResourceName } from '#contract/all.ts'
import type { Answer, Endpoint, Received } from '#contract/endpoint.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import { timeLimits } from '#contract/time-limits.ts'
import type { ListQuery } from './address.ts'
import { callUntyped as call, isMissing } from './call.ts'
import { eachOnce } from './each-once.ts'
import { type Failures, failures, type ListFailures } from './failures.ts'
import type { FileFormat } from './fetch-file.ts'
import { fileOf } from './file-of.ts'
import { versionsQuery } from './history.ts'
import { filterValues, inLists, invalidateLists, type ListPlace, type ListQueryOptions, listQuery, updateLists } from './lists.ts'
import { recordOwnChange } from './live.ts'
import { queries } from './queries.ts'
import { useChange } from './use-change.ts'

/** The fields of every stored record. */
export type Stored = { _id: string; version: number; createdAt: string; updatedAt: string }

/** New values for a restored record, in place of values that another record has taken. */
export type Instead = Readonly<Record<string, string>>

/** A record in the version that the user has seen; the server refuses to change another version. */
type Seen = Pick<Stored, '_id' | 'version'>

/** The record to restore; `version` is the version in the trash. */
type Restoration = Seen & { instead?: Instead | undefined }

/** The queries, mutations and words of a list screen. */
export type Collection<Item extends Stored> = {
  /** The name of the resource in `contract/calls.ts`. */
  name: ResourceName
  calls: Listed
  /** The singular, as used in a sentence: 'movie'. */
  noun: string
  failed: ListFailures
  listing: Listing
  /** The name of an item at the start of a sentence: 'The booking for Ada'. */
  nameOf: (item: Item) => string
  /** The same within a sentence: 'the booking for Ada'. */
  nameInText: (item: Item) => string
  list: (asked: ListQuery) => ListQueryOptions<Item>
  /** The whole list as a file. */
  file: (asked: ListQuery, format: FileFormat) => Promise<File>
  /** The texts that a filter can be set to. */
  values: (filter: string) => ReturnType<typeof filterValues>
  useRemove: () => UseMutationResult<unknown, Error, Seen>
  useRestore: () => UseMutationResult<Item, Error, Restoration>
  /** Takes one out of the trash for good. */
  useErase: () => UseMutationResult<unknown, Error, Item>
  history: (id: string) => ReturnType<typeof versionsQuery<Stored>>
  /** Whether only super users may see the history. */
  isForSuperUsers: boolean
  /** The text for a version without a visible difference to the version before. */
  unseenChange: string
  /** Whether earlier versions can be restored; records that never change have only one. */
  bringsBack: boolean
  /** A sentence about deleted records that the item refers to; `undefined` if there are none. */
  lacks: (item: Stored) => Promise<string | undefined>
  /** Brings an earlier version of an item back; `item` is the version that it takes the place of. */
  useBringBack: () => UseMutationResult<Stored, Error, { item: Stored; version: number }>
  /** The cached record, if it was loaded or saved by itself. Follows changes by others until the record is deleted. */
  useKnown: (id: string) => Item | undefined
  /** Shows a new item, such as an upload, at the top of the list until its place is known. */
  useAdded: () => (item: Item) => void
}

/** A change to save: of the record `base`, or a new record without `base`. `idempotencyKey` is the key of an earlier try. */
export type Change<Input> = { input: Input; base?: { _id: string; version: number } | undefined; idempotencyKey?: string | undefined }

/** A collection with the calls of a detail page and an editor. */
export type Resource<Item extends Stored, Input> = Collection<Item> & {
  failed: Failures
  one: (id: string) => ReturnType<typeof oneQuery<Item>>
  useSave: () => UseMutationResult<Item, Error, Change<Input>>
}

type Listed = Record<'remove' | 'restore' | 'erase' | 'history', Endpoint> & {
  list: Endpoint & { listing: Listing; one: string }
  values?: Endpoint
  change?: Endpoint
}
export type Crud = Listed & Record<'get' | 'create' | 'update', Endpoint>
/** The name of these endpoints in `contract/all.ts`. */
export type NameOf<C extends Listed> = { [Name in ResourceName]: Contract[Name] extends C ? Name : never }[ResourceName]
export type ItemOf<C extends Listed> = Answer<C['restore']> & Stored
export type InputOf<C extends Crud> = Received<C['update']> extends { body: infer Input } ? Input : never

/**
 * The exceptions of a collection: names of an item other than its first search field, the time limit of a call in milliseconds, the text for a change
 * without a visible difference, and the deleted records that an item refers to.
 */
type Particulars<Item> = {
  nameOf?: (item: Item) => string
  nameInText?: (item: Item) => string
  timeout?: number
  unseenChange?: string
  lacks?: (item: Stored) => Promise<string | undefined>
}

/** The collection of a resource: list, deletion and restoration. Every change refreshes the screen. Defaults come from the contract. */
export function collection<C extends Listed>(
  name: NameOf<C>,
  contract: C,
  failed: ListFailures = failures(contract.list.one),
  {
    nameOf = titleIn(contract.list.listing),
    nameInText = nameOf,
    timeout = timeLimits.ordinary.browser,
    unseenChange = 'Saved without changes.',
    lacks = async () => undefined,
  }: Particulars<ItemOf<C>> = {},
): Collection<ItemOf<C>> {
  type Item = ItemOf<C>
  return {
    name,
    calls: contract,
    noun: contract.list.one,
    failed,
    listing: contract.list.listing,
    nameOf,
    nameInText,
    list: listQuery<Item>(name, contract.list, timeout),
    file: fileOf(contract.list),
    values: (filter) => filterValues(contract.values, name, filter),
    useRemove: () =>
      useChange(
        name,
        ({ _id, version }: Seen, as) => call(contract.remove, { params: { id: _id } }, { version, timeout, as }),
        (client, _, gone) => {
          client.removeQueries({ queryKey: [name, 'one', gone._id] })
          updateLists<Item>(client, name, (items) => items.filter((item) => item._id !== gone._id))
        },
      ),
    useRestore: () =>
      useChange(name, ({ _id, version, instead }: Restoration, as) => {
        const parts = { params: { id: _id }, ...(instead && { body: { instead } }) }
        return call(contract.restore, parts, { version, timeout, as, restores: version }) as Promise<Item>
      }),
    useErase: () => useChange(name, (item: Item, as) => call(contract.erase, { params: { id: item._id } }, { timeout, as })),
    history: (id) => versionsQuery<Stored>(name, contract.history, id),
    isForSuperUsers: contract.history.access === 'super user',
    unseenChange,
    lacks,
    bringsBack: 'update' in contract,
    useBringBack: () =>
      useChange(
        name,
        ({ item: { _id, version: base }, version }: { item: Stored; version: number }, as) =>
          call(contract.restore, { params: { id: _id }, body: { version } }, { version: base, as, restores: base }) as Promise<Stored>,
        (client, now) => {
          client.setQueryData([name, 'one', now._id], now)
          updateLists<Stored>(client, name, (items) => items.map((item) => (item._id === now._id ? now : item)))
        },
      ),
    useKnown: () => undefined,
    useAdded: () => {
      const client = useQueryClient()
      return (arrived) => {
        recordOwnChange(name, arrived)
        updateLists<Item>(client, name, (items, place) => (isOnTop(contract.list, place) ? eachOnce([arrived, ...items]) : items))
        invalidateLists(client, name)
      }
    },
  }
}

const titleIn = (listing: Listing) => (item: object) => String((item as Record<string, unknown>)[titleField(listing)])

/** Whether a new item is the first of a list: the newest first, and nothing that it is narrowed down by. */
const isOnTop = ({ listing }: { listing: Listing }, { isFirst, asked }: ListPlace) =>
  isFirst && listing.order === 'newest' && Object.keys(asked).length === 0

/** A collection whose items are also read one by one, made and changed. */
export function resource<C extends Crud>(
  name: NameOf<C>,
  contract: C,
  failed: Failures = failures(contract.list.one),
  particulars?: Particulars<ItemOf<C>>,
): Resource<ItemOf<C>, InputOf<C>> {
  type Item = ItemOf<C>
  return {
    ...collection(name, contract, failed, particulars),
    failed,
    one: (id) => oneQuery<Item>(name, contract.get, id),
    useKnown: (id) => {
      const { data, error } = useQuery({ ...oneQuery<Item>(name, contract.get, id), enabled: ({ state }) => state.data !== undefined })
      return error && isMissing(error) ? undefined : data
    },
    useSave: () =>
      useChange(
        name,
        ({ input, base, idempotencyKey }: Change<InputOf<C>>, as) =>
          (base
            ? call(contract.update, { params: { id: base._id }, body: input }, { version: base.version, as })
            : call(contract.create, { body: input }, { as, name: idempotencyKey })) as Promise<Item>,
        (client, saved, { base }) => {
          client.setQueryData([name, 'one', saved._id], saved)
          updateLists<Item>(client, name, (items, place) => {
            if (base) return items.map((item) => (item._id === saved._id ? saved : item))
            return isOnTop(contract.list, place) ? [saved, ...items] : items
          })
        },
      ),
  }
}

function oneQuery<Item>(name: string, endpoint: Endpoint, id: string) {
  return queryOptions({
    queryKey: [name, 'one', id],
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }) as Promise<Item>,
    // The record from a list is shown until the server has answered.
    placeholderData: inLists(queries(), name, id),
  })
}
