import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { numberOfVersion, recordId, versionNumber } from './fields.ts'

/** The most records that one call changes. The limit keeps the wait of other writers short. */
export const mostChanges = 100

const at = { _id: recordId, version: versionNumber }

/**
 * A change of one record that still has this version, in exactly one way: new values of the fields in `Sets`; into the trash (`deleted: true`) or out
 * of the trash (`false`); erased permanently, by super users only; or restored to an earlier version.
 */
export type Change<Sets = never> = { _id: string; version: number } & (Sets | { deleted: boolean } | { erased: true } | { restore: number })

/** The outcome of a change: the new version (of an erased record the last one), or the error. `current` is the record if its version is another. */
export type Outcome<Item> =
  | { _id: string; version: number }
  | { _id: string; error: string; code: string; current: Exclude<Item, undefined> | null }

/** Returns the change that undoes `change`, which made `version` of the record's version `before`; `undefined` for an erasure. */
export function undoOf(change: Change<object>, before: number, version: number): Change | undefined {
  const { _id } = change
  if ('erased' in change) return undefined
  return 'deleted' in change ? { _id, version, deleted: !change.deleted } : { _id, version, restore: before }
}

/** Returns the call that changes many records of a collection. `sets` has the fields that it can set. */
export function changesOf<const Path extends string, Item extends z.ZodMiniType, A extends Access, Sets extends z.ZodMiniObject = never>(
  path: Path,
  { many, item, access, sets }: { many: string; item: Item; access: A; sets?: Sets | undefined },
) {
  const change = changeIn(sets) as unknown as z.ZodMiniType<Change<z.output<Sets>>, Change<z.input<Sets>>>
  const outcome = z.union([
    z.object({ _id: recordId, version: z.int() }),
    z.object({ _id: recordId, error: z.string(), code: z.string(), current: z.nullable(item) }),
  ]) as unknown as z.ZodMiniType<Outcome<z.output<Item>>>
  return {
    method: 'POST',
    path: `${path}/changes`,
    access,
    summary: `Changes up to ${mostChanges} ${many} independently and returns the outcome of each, in the order sent. A change sets fields, deletes (\`deleted: true\`), restores (\`false\`, or an earlier version with \`restore\`) or, by super users, erases.`,
    body: z.object({ changes: z.array(change, howMany).check(z.minLength(1, howMany), z.maxLength(mostChanges, howMany)), batch }),
    answer: z.array(outcome),
    idempotent: true,
  } as const
}

const howMany = `Send 1 to ${mostChanges} changes.`
/** All calls with the same batch are one line in the activity. */
const batch = z.optional(z.uuid('"batch" must be a UUID.'))

const erased = z.literal(true, '"erased" must be true.')

function changeIn(sets: z.ZodMiniObject | undefined) {
  const ways = { deleted: z.boolean('"deleted" must be true or false.'), erased, restore: numberOfVersion('restore') }
  const names = [...Object.keys(sets?.shape ?? {}).slice(0, 1), ...Object.keys(ways)]
  const needed = `A change needs the _id and version of a record, and exactly one of: ${names.join(', ')}.`
  const strict = (fields: z.ZodMiniObject) => fields.clone({ ...fields._zod.def, catchall: z.never(), error: () => needed })
  const options = Object.entries(ways).map(([name, way]) => strict(z.object({ ...at, [name]: way })))
  return z.union(sets ? [strict(z.safeExtend(sets, at)), ...options] : options, {
    /** If the names of the fields fit one way alone, the sentence is about their values. */
    error({ errors }) {
      const [meant, ...others] = errors.filter((issues) => issues.every(({ code }) => code !== 'unrecognized_keys'))
      return (others.length === 0 && meant?.[0]?.message) || needed
    },
  })
}
