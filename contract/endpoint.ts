import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { recordId } from './fields.ts'
import { type Listing, type ListQuery, type ListRequest, listQuery, type Unsearched } from './listing.ts'

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
  /** The most bytes of the body, if a call takes more than the usual 256 kB. */
  longestBody?: number
  /** `multipart` bodies are streamed by the handler and not described by `body`. */
  multipart?: true
  /** Headers that only this call uses. */
  headers?: z.ZodMiniType
  /** The status of success, by default 200. */
  status?: 201 | 204
  /** A POST that creates something. A repeated `Idempotency-Key` returns the first answer and creates nothing. Our own client always sends a key. */
  idempotent?: true
  /** The record that the call changes has a version. An `If-Match` with another version is refused with 412. */
  versioned?: true
  /** The statuses with which the call's own rules refuse, in addition to those that follow from the other properties. */
  refuses?: readonly OwnRefusal[]
  /** The answer depends only on the address, the records and the day. All callers share it until something changes. */
  cacheable?: true
  /**
   * Without a token, the answer has only the records that the public sees on the chain's day (`PublicDays`). With a token, it has all of them, and
   * the token must be valid.
   */
  publicView?: boolean
  /** The entity tag also covers the content, because parts of the answer change without a new version, such as a promo code's use count. */
  contentEtag?: boolean
  /** The fields with details of images, which change without a new version. While the answer has one, the entity tag covers the content. */
  imageFields?: readonly string[]
  /** The filters and orders of a list. The handler returns a `Page`; the response body is the bare array. */
  listing?: Unsearched
  /** A list whose items all come from one count. An export requests all of them in one call instead of page by page. */
  counted?: true
  /** The words for values of fields, by field. A choice filter has the words of its own field. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The call of the same resource whose answer to the same query is the second sheet of a workbook. */
  secondSheet?: string
  /** The answer is sent as an iCalendar file (`CalendarFile`). */
  calendar?: true
  /** The answer is an endless stream of server-sent events. `answer` describes the data of each event. */
  stream?: true
  /** The singular name of a list's items in a sentence: 'movie'. */
  one?: string
  /** The response body; `null` when there is none. */
  answer: z.ZodMiniType
}

/** 401: a wrong password. 404: the query names a missing record. 409: a conflict. 429: too many attempts. */
export type OwnRefusal = 401 | 404 | 409 | 429

export type Endpoints = Record<string, Endpoint>

/** A page of a list. `next`: the cursor of the next page. `total` is counted up to `mostCounted`; one more means "more than that". */
export type Page<Item> = { items: Item[]; total: number; next: string | undefined }

/** The parts of a request that carry the caller's input. */
type Place = 'params' | 'query' | 'body'
type PlacesOf<E> = Extract<keyof E, Place>

/** The parts that a caller may leave out. */
type OptionalPlaces<E extends Endpoint> = { [P in PlacesOf<E>]: undefined extends z.input<NonNullable<E[P]>> ? P : never }[PlacesOf<E>]
/** The input that a caller sends, before defaults are filled in. */
export type Sent<E extends Endpoint> = { [P in Exclude<PlacesOf<E>, OptionalPlaces<E>>]: z.input<NonNullable<E[P]>> } & {
  [P in OptionalPlaces<E>]?: z.input<NonNullable<E[P]>>
}
/** The input that a handler receives, after validation. */
export type Received<E extends Endpoint> = { [P in PlacesOf<E>]: z.output<NonNullable<E[P]>> }
/** The answer that a caller receives. */
export type Answer<E extends Endpoint> = z.output<E['answer']>
/** The value that a handler returns. */
export type Handled<E extends Endpoint> = E extends { listing: Unsearched }
  ? Answer<E> extends (infer Item)[]
    ? Page<Item>
    : never
  : Answer<E>

export const nothing = z.null()
export const byId = z.object({ id: recordId })
export const byFilter = z.object({ filter: z.string().check(z.maxLength(50)) })

/** The extra fields of a deleted item: the time of the deletion, and the user (`null`: the product itself). */
export const inTrash = { deletedAt: z.optional(z.string()), deletedBy: z.optional(z.nullable(z.string())) }

/** The list of a collection: the one endpoint that answers a `Page`. */
export function listOf<const Path extends string, Item extends z.ZodMiniObject, const L extends Listing, A extends Access>(
  path: Path,
  { one, many, item, access, listing, publicView = false }: ListOf<Item, L, A>,
) {
  const summary = `Lists the ${many} that match the query, in the requested order.${publicView ? publicOnly : ''}`
  const query: z.ZodMiniType<ListRequest, ListQuery<L>> = listQuery(listing)
  return {
    method: 'GET',
    path,
    access,
    summary,
    query,
    answer: z.array(z.extend(item, inTrash)),
    cacheable: true,
    listing,
    one,
    publicView,
  } as const
}

type ListOf<Item, L, A> = { one: string; many: string; item: Item; access: A; listing: L; publicView?: boolean }

/** The last sentence in the summary of a call with a public view. */
export const publicOnly = ' Without a token, returns only what the public can see today.'

/** `role`: a user became a super user or a regular user. `contact`: a call to a guest was recorded, or its record removed. */
const Action = z.enum(['create', 'update', 'role', 'contact', 'delete', 'restore'])
const versionOf = <Item extends z.ZodMiniObject>(item: Item) =>
  z.object({ version: z.int(), action: Action, at: z.string(), byName: z.nullable(z.string()), record: item })

/** A version of a record: `record` is its full content after the change, `byName` the user who made the change (`null`: the product itself). */
export type Version<Item> = Omit<z.output<ReturnType<typeof versionOf>>, 'record'> & { record: Item }

/** The most versions in one answer. */
export const mostVersions = 100

const noVersion = '"before" must be a version number.'
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
    summary: `Lists the versions of the ${one}, latest first, at most ${mostVersions}. \`before\` leads to earlier versions.`,
    params: byId,
    query: firstVersions,
    answer: z.array(versionOf(item)),
    cacheable: true,
  } as const
}

/** Returns the endpoint that erases a deleted record permanently. */
export function erasureOf<const Path extends string>(path: Path, one: string) {
  return {
    method: 'POST',
    path: `${path}/:id/erasure`,
    access: 'super user',
    summary: `Permanently erases the deleted ${one} and its versions.`,
    params: byId,
    answer: nothing,
    status: 204,
    idempotent: true,
  } as const
}
