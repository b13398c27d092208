import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { record, recordId } from './fields.ts'
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
  /** The status of success; 200 unless said. */
  status?: 201 | 204
  /** A POST that makes something: sent again under the same `Idempotency-Key`, it happens once. Our own client always names it. */
  named?: true
  /** The answer goes by the address, the records and the day alone: whoever else asks gets the same, until something changes. */
  lasting?: true
  /** Not all that it tells is its version's, how often a promo code was used for one: its entity tag goes by its content as well. */
  tellsMore?: boolean
  /** A page of a collection, and what it can be asked for: the handler answers a `Page`, the wire carries the bare array. */
  listing?: Unsearched
  /** Of a list: what one of its items is called in a sentence, 'movie'. */
  one?: string
  /** What a client reads. `null` where the answer has no body. */
  answer: z.ZodMiniType
}

export type Endpoints = Record<string, Endpoint>

/** `next` is the cursor of what follows, where anything does. */
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

const firstVersions = z.object({
  before: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'before must be the number of a version.')), z.transform(Number))),
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

type Shape = Record<string, z.ZodMiniType>

/** A listing that names nothing but fields of the collection. */
type ListingFor<Name extends string, L extends Listing> = Listing & {
  search: readonly [Name, ...Name[]]
  filters: { [Filter in keyof L['filters']]: Filter extends Name ? unknown : { kind: 'presence' | 'own' } }
  orders: Record<string, { by: readonly (Name | 'updatedAt')[] }>
}

/** `instead` gives fields of a record in the trash another value as it is restored, where theirs stands in its way. */
export const restoredWith = <Fields extends Shape>(fields: Fields) => ({ instead: z.optional(z.partial(z.object(fields))) })

const restored = { version: z.optional(z.int('version must be the number of a version.')) }
type Restoration<Instead extends Shape> = z.ZodMiniOptional<z.ZodMiniObject<typeof restored & ReturnType<typeof restoredWith<Instead>>>>

function restorationOf<Instead extends Shape>(instead: Instead | undefined): Restoration<Instead> {
  const body = z
    .object({ ...restored, ...(instead && restoredWith(instead)) })
    // A version that came back without a value of its own would be none of that record's.
    .check(
      z.refine((given) => given.version === undefined || !('instead' in given), {
        error: 'A version comes back as it was: send `instead` without `version`.',
        path: ['instead'],
      }),
    )
  return z.optional(body) as unknown as Restoration<Instead>
}

type Collection<Input extends { shape: Shape }, More extends Shape, Instead extends Shape, L extends Listing> = {
  /** What one of them is called in a sentence: 'movie'. */
  one: string
  many: string
  input: z.ZodMiniType & Input
  /** What an item shows besides the fields that can be sent. */
  more?: More
  /** The fields whose value may stand in the way of restoring one. */
  instead?: Instead
  read: 'public' | 'staff'
  write: 'staff' | 'super user'
  listing: L & ListingFor<keyof (NoInfer<Input>['shape'] & NoInfer<More>) & string, L>
}

/** The operations that every managed collection offers under its path. */
export function crud<
  const Path extends string,
  Input extends { shape: Shape },
  const L extends Listing,
  More extends Shape = Record<never, never>,
  Instead extends Shape = Record<never, never>,
>(path: Path, { one, many, input, more, instead, read, write, listing }: Collection<Input, More, Instead, L>) {
  const itemPath = `${path}/:id` as const
  const item = itemOf<Input['shape'], More>(input.shape, more)
  return {
    list: listOf(path, { one, many, item, access: read, listing }),
    values: {
      method: 'GET',
      path: `${path}/values/:filter`,
      access: read,
      summary: `What a filter of the ${one} list can be set to, where it goes by a text.`,
      params: z.object({ filter: z.string() }),
      answer: z.array(z.string()),
      lasting: true,
    },
    get: {
      method: 'GET',
      path: itemPath,
      access: read,
      summary: `One ${one}.`,
      params: byId,
      answer: item,
      lasting: true,
      tellsMore: more !== undefined,
    },
    create: { method: 'POST', path, access: write, summary: `Adds a ${one}.`, body: input, answer: item, status: 201, named: true },
    update: {
      method: 'PUT',
      path: itemPath,
      access: write,
      summary: `Replaces the fields of a ${one}; honours If-Match.`,
      params: byId,
      body: input,
      answer: item,
    },
    remove: {
      method: 'DELETE',
      path: itemPath,
      access: write,
      summary: `Deletes a ${one}; it can be restored. Honours If-Match.`,
      params: byId,
      answer: nothing,
      status: 204,
    },
    restore: {
      method: 'POST',
      path: `${itemPath}/restoration`,
      access: write,
      summary: `Brings a deleted ${one} back${instead ? ', with the values of `instead` in place of its own' : ''}; with \`version\`, deleted or not, what its fields were then, as a new version, without images that are gone. Honours If-Match.`,
      params: byId,
      body: restorationOf<Instead>(instead),
      answer: item,
      named: true,
    },
    history: historyOf(path, { one, item, access: 'staff' }),
    erase: erasureOf(path, one),
  } as const satisfies Endpoints
}

/** What an item shows: what every record carries, and its own fields as they are stored. */
type ItemOf<Fields extends Shape, More extends Shape> = z.ZodMiniObject<
  typeof record & { [Name in keyof Fields]: z.ZodMiniType<z.output<Fields[Name]>> } & More
>

function itemOf<Fields extends Shape, More extends Shape>(fields: Shape, more: More | undefined): ItemOf<Fields, More> {
  const own = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedForm(field)]))
  return z.object({ ...record, ...own, ...more }) as unknown as ItemOf<Fields, More>
}

/** The type of a field without its rules: an older item may not keep them all, and is shown all the same. */
function storedForm(field: z.core.$ZodType): z.ZodMiniType {
  const { def } = (field as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'default':
      return storedForm(def.innerType)
    case 'nullable':
      return z.nullable(storedForm(def.innerType))
    case 'array':
      return z.array(storedForm(def.element))
    case 'number':
      return z.int()
    case 'boolean':
      return z.boolean()
    default:
      return z.string()
  }
}
