import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { recordId } from './fields.ts'
import { type Listing, type ListQuery, listQuery, type Unsearched, type Wanted } from './listing.ts'

/** One HTTP operation as plain data: the server implements it, the client calls it, the documents describe it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The whole path, parameters written `:name`. */
  path: string
  access: Access
  /** One sentence for the API's documents. */
  summary: string
  params?: z.ZodMiniType<Record<string, string>>
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** `multipart` bodies are streamed by the handler and not described by `body`. */
  multipart?: true
  /** Headers that mean something to this call alone. */
  headers?: z.ZodMiniType
  /** The status of success; 200 unless said. */
  status?: 201 | 204
  /** A POST that makes something: sent again under the same `Idempotency-Key`, it happens once. Our own client always names it. */
  named?: true
  /** What it changes has a version: with `If-Match` it has to be that one, else it is refused with 412. */
  versioned?: true
  /** What its own rules refuse with, besides what follows from all else that is said here. */
  refuses?: readonly OwnRefusal[]
  /** The answer goes by the address, the records and the day alone: whoever else asks gets the same, until something changes. */
  lasting?: true
  /** Not all that it tells is its version's, how often a promo code was used for one: its entity tag goes by its content as well. */
  tellsMore?: boolean
  /** A page of a collection, and what it can be asked for: the handler answers a `Page`, the wire carries the bare array. */
  listing?: Unsearched
  /** Of a listing: one count makes all of its items, so an export asks for them at once and not page by page. */
  counted?: true
  /** The answer has no end of its own: server-sent events, each with what `answer` says as its data. */
  stream?: true
  /** Of a list: what one of its items is called in a sentence, 'movie'. */
  one?: string
  /** What a client reads. `null` where the answer has no body. */
  answer: z.ZodMiniType
}

/** A wrong password, a record that the query names and nobody finds, what stands in the way, and what is tried too often. */
export type OwnRefusal = 401 | 404 | 409 | 429

export type Endpoints = Record<string, Endpoint>

/** `next` is the cursor of what follows, where anything does. `total` counts up to `mostCounted`, and is one more where there are more. */
export type Page<Item> = { items: Item[]; total: number; next: string | undefined }

/** Where what a caller sends can stand. */
type Place = 'params' | 'query' | 'body'
type PlacesOf<E> = Extract<keyof E, Place>

/** What a caller may leave out. */
type OptionalPlaces<E extends Endpoint> = { [P in PlacesOf<E>]: undefined extends z.input<NonNullable<E[P]>> ? P : never }[PlacesOf<E>]
/** What a caller sends, before defaults are filled in. */
export type Sent<E extends Endpoint> = { [P in Exclude<PlacesOf<E>, OptionalPlaces<E>>]: z.input<NonNullable<E[P]>> } & {
  [P in OptionalPlaces<E>]?: z.input<NonNullable<E[P]>>
}
/** What a handler receives, after validation. */
export type Received<E extends Endpoint> = { [P in PlacesOf<E>]: z.output<NonNullable<E[P]>> }
/** What a caller gets back. */
export type Answer<E extends Endpoint> = z.output<E['answer']>
/** What a handler answers with. */
export type Handled<E extends Endpoint> = E extends { listing: Unsearched }
  ? Answer<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : Answer<E>

export const nothing = z.null()
export const byId = z.object({ id: recordId })
export const byFilter = z.object({ filter: z.string().check(z.maxLength(50)) })

/** What a list of the trash tells besides: when it was deleted and by whom (`null`: by the product itself). */
export const inTrash = { deletedAt: z.optional(z.string()), deletedBy: z.optional(z.nullable(z.string())) }

/** The list of a collection: the one endpoint that answers a `Page`. */
export function listOf<const Path extends string, Item extends z.ZodMiniObject, const L extends Listing, A extends Access>(
  path: Path,
  { one, many, item, access, listing }: { one: string; many: string; item: Item; access: A; listing: L },
) {
  const summary = `${many}: what the query asks for, in its order.`
  const query: z.ZodMiniType<Wanted, ListQuery<L>> = listQuery(listing)
  return { method: 'GET', path, access, summary, query, answer: z.array(z.extend(item, inTrash)), lasting: true, listing, one } as const
}

const Action = z.enum(['create', 'update', 'delete', 'restore'])
const versionOf = <Item extends z.ZodMiniObject>(item: Item) =>
  z.object({ version: z.int(), action: Action, at: z.string(), byName: z.nullable(z.string()), record: item })

/** What was done to a record: `record` is the whole of it after that, `byName` whoever did it (`null`: the product itself). */
export type Version<Item> = Omit<z.output<ReturnType<typeof versionOf>>, 'record'> & { record: Item }

/** The most versions that one answer tells. */
export const mostVersions = 100

const noVersion = 'before must be the number of a version.'
const firstVersions = z.object({
  before: z.optional(z.pipe(z.string(noVersion).check(z.maxLength(9, noVersion), z.regex(/^\d{1,9}$/, noVersion)), z.transform(Number))),
})

/** The history of a record, deleted or not. */
export function historyOf<const Path extends string, Item extends z.ZodMiniObject, A extends Access>(
  path: Path,
  { one, item, access }: { one: string; item: Item; access: A },
) {
  return {
    method: 'GET',
    path: `${path}/:id/history`,
    access,
    summary: `The versions of a ${one}, the latest first: at most ${mostVersions}, those before \`before\`.`,
    params: byId,
    query: firstVersions,
    answer: z.array(versionOf(item)),
    lasting: true,
  } as const
}

/** Takes a record out of the trash for good. */
export function erasureOf<const Path extends string>(path: Path, one: string) {
  return {
    method: 'POST',
    path: `${path}/:id/erasure`,
    access: 'super user',
    summary: `Takes a deleted ${one} away for good, and what its versions were.`,
    params: byId,
    answer: nothing,
    status: 204,
    named: true,
  } as const
}
