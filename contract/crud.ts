import * as z from 'zod/mini'
import { changesOf } from './changes.ts'
import { byFilter, byId, type Endpoints, erasureOf, historyOf, listOf, nothing, type OwnRefusal, publicOnly } from './endpoint.ts'
import { record, versionNumber } from './fields.ts'
import type { Listing } from './listing.ts'

type Shape = Record<string, z.ZodMiniType>

/** A listing whose names are all fields of the collection. */
type ListingFor<Name extends string, L extends Listing> = Listing & {
  search: readonly [Name, ...Name[]]
  filters: { [Filter in keyof L['filters']]: Filter extends Name ? unknown : { kind: 'presence' | 'own' | 'visibility' } }
  publicDays?: { from: Name; until?: Name }
  orders: Record<string, { by: readonly (Name | 'updatedAt')[] }>
}

/** The body's `instead`: new values for fields whose own value prevents the restoration, such as a name that is taken. */
export const restoredWith = <Fields extends Shape>(fields: Fields) => ({ instead: z.optional(z.partial(z.object(fields))) })

const restored = { version: z.optional(versionNumber) }
type Restoration<Instead extends Shape> = z.ZodMiniOptional<z.ZodMiniObject<typeof restored & ReturnType<typeof restoredWith<Instead>>>>

function restorationOf<Instead extends Shape>(instead: Instead | undefined): Restoration<Instead> {
  const body = z
    .object({ ...restored, ...(instead && restoredWith(instead)) })
    // A version with another value would no longer be a version of that record.
    .check(
      z.refine((given) => given.version === undefined || !('instead' in given), {
        error: 'Send either `instead` or `version`, not both.',
        path: ['instead'],
      }),
    )
  return z.optional(body) as unknown as Restoration<Instead>
}

type Collection<
  Input extends { shape: Shape },
  More extends Shape,
  OfImages extends Shape,
  Instead extends Shape,
  Sets extends z.ZodMiniObject,
  L extends Listing,
> = {
  /** The singular name in a sentence: 'movie'. */
  one: string
  many: string
  input: z.ZodMiniType & Input
  /** The fields of an item that clients can't send. */
  more?: More
  /** The fields with the alt texts and focal points of the item's images. Reading adds them; they are no part of the record. */
  ofImages?: OfImages
  /** The fields whose value can prevent a restoration. */
  instead?: Instead
  /** The fields that one call sets in many records. */
  sets?: Sets
  /** The statuses with which the resource's own rules refuse. */
  refuses?: { create?: readonly OwnRefusal[]; update?: readonly OwnRefusal[] }
  read: 'public' | 'staff'
  write: 'staff' | 'super user'
  listing: L & ListingFor<keyof (NoInfer<Input>['shape'] & NoInfer<More>) & string, L>
}

/** Returns the operations that every managed collection offers under its path. */
export function crud<
  const Path extends string,
  Input extends { shape: Shape },
  const L extends Listing,
  More extends Shape = Record<never, never>,
  OfImages extends Shape = Record<never, never>,
  Instead extends Shape = Record<never, never>,
  Sets extends z.ZodMiniObject = never,
>(path: Path, collection: Collection<Input, More, OfImages, Instead, Sets, L>) {
  const { one, many, input, more, ofImages, instead, sets, refuses = {}, read, write, listing } = collection
  const itemPath = `${path}/:id` as const
  const item = itemOf<Input['shape'], More & OfImages>(input.shape, { ...more, ...ofImages } as More & OfImages)
  const publicView = listing.publicDays !== undefined
  const only = publicView ? publicOnly : ''
  return {
    list: listOf(path, { one, many, item, access: read, listing, publicView }),
    values: {
      method: 'GET',
      path: `${path}/values/:filter`,
      access: read,
      summary: `Lists the values of a text filter of the ${one} list.${only}`,
      params: byFilter,
      answer: z.array(z.string()),
      cacheable: true,
      publicView,
    },
    get: {
      method: 'GET',
      path: itemPath,
      access: read,
      summary: `Returns a ${one}.${only}`,
      params: byId,
      answer: item,
      cacheable: true,
      publicView,
      contentEtag: more !== undefined,
      imageFields: Object.keys(ofImages ?? {}),
    },
    create: {
      method: 'POST',
      path,
      access: write,
      summary: `Adds a ${one}.`,
      body: input,
      answer: item,
      status: 201,
      idempotent: true,
      refuses: refuses.create ?? [],
    },
    update: {
      method: 'PUT',
      path: itemPath,
      access: write,
      summary: `Replaces the fields of a ${one}.`,
      params: byId,
      body: input,
      answer: item,
      versioned: true,
      refuses: refuses.update ?? [],
    },
    remove: {
      method: 'DELETE',
      path: itemPath,
      access: write,
      summary: `Moves a ${one} to the trash.`,
      params: byId,
      answer: nothing,
      status: 204,
      versioned: true,
    },
    restore: {
      method: 'POST',
      path: `${itemPath}/restoration`,
      access: write,
      summary: `Restores a deleted ${one}${instead ? ', with the values of `instead` replacing its own' : ''}. With \`version\`, also restores an earlier version of a record that is not deleted. The restored version is a new one, without images that no longer exist.`,
      params: byId,
      body: restorationOf<Instead>(instead),
      answer: item,
      idempotent: true,
      versioned: true,
      refuses: instead ? [409] : [],
    },
    change: changesOf<Path, typeof item, typeof write, Sets>(path, { many, item, access: write, sets }),
    history: historyOf(path, { one, item, access: 'staff' }),
    erase: erasureOf(path, one),
  } as const satisfies Endpoints
}

/** An item: the fields of every record, and the resource's own fields as stored. */
type ItemOf<Fields extends Shape, More extends Shape> = z.ZodMiniObject<
  typeof record & { [Name in keyof Fields]: z.ZodMiniType<Exclude<z.output<Fields[Name]>, undefined>> } & More
>

function itemOf<Fields extends Shape, More extends Shape>(fields: Shape, more: More): ItemOf<Fields, More> {
  const own = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedForm(field)]))
  return z.object({ ...record, ...own, ...more }) as unknown as ItemOf<Fields, More>
}

/** Returns the type of a field without its rules. An older item may break the current rules, and is shown nevertheless. */
function storedForm(field: z.core.$ZodType): z.ZodMiniType {
  const { def } = (field as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'default':
    case 'optional':
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
