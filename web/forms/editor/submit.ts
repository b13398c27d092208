import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { Side } from '#web/forms/conflicts/field-conflicts.ts'
import { both, type Kept, sentence } from '#web/forms/conflicts/kept.ts'
import { type Follows, goingWith, type NameOf } from '#web/forms/conflicts/merge.ts'
import { useMergeConflicts } from '#web/forms/conflicts/merge-conflicts.ts'
import { fieldsOf } from '#web/forms/conflicts/reconcile.ts'
import type { Draft } from '#web/forms/drafts/draft.ts'
import { isSame } from '#web/forms/same.ts'
import type { useForm } from '#web/forms/useForm.ts'
import type { useSaving } from './saving.ts'

type About<Item extends Stored, Input extends object> = {
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  follows: Follows<Input>
  form: ReturnType<typeof useForm<Input>>
  save: ReturnType<typeof useSaving<Item, Input>>
  /** The stored item that is edited. */
  item: Item | undefined
  /** Whether that is known to be deleted before anything is sent. */
  isDeleted: boolean
  /** Called after a merge with the stored record, the form's new values, and the starting point for a draft. */
  onTaken: (current: Item, values: Input, base: Base) => void
  onSaved: (saved: Item) => void
}

/** The starting point of changes: a version of the record and its values, if known. */
export type Base = NonNullable<Draft['base']>

/** Sends the form. Changes of others are merged, and without conflicts the result is sent again. A deleted record can be restored first. */
export function useSubmit<Item extends Stored, Input extends object>(about: About<Item, Input>) {
  const { resource, schema, follows, form, save, item, isDeleted, onTaken, onSaved } = about
  const reconciling = useMergeConflicts(resource, follows)
  const restore = resource.useRestore()

  const outcome = (kept: Kept) => ({ onSaved, more: sentence(kept, 'were kept') })

  /** A new item, without `from`. */
  function deliver(input: Input, from: Base | undefined, kept = reconciling.kept): Promise<void> {
    const change = item && from ? { input, base: { _id: item._id, version: from.version } } : { input }
    const sent = form.getValues()
    const typedSince = () => (isSame(form.getValues(), sent) ? undefined : form.getValues())
    return save.send(change, { ...outcome(kept), typedSince, onFailed: (error) => handleFailure(error, input, from, kept) })
  }

  /** What becomes of a save that failed; answers whether the form is still there to tell. */
  async function handleFailure(error: Error, input: Input, from: Base | undefined, kept: Kept): Promise<boolean> {
    if (!(error instanceof ApiError)) return true
    if (from && isConflict<Item>(error, from)) return merge(error.current, input, from, kept)
    form.setErrors(error.fields)
    return true
  }

  async function merge(current: Item, input: Input, from: Base, kept = reconciling.kept): Promise<boolean> {
    // The user may have typed since sending.
    const mine = () => schema.safeParse(form.getValues()).data ?? fieldsOf(input, form.getValues())
    const taken = await reconciling.reconcile({ since: from.version, base: from.values, current }, mine)
    if (!save.isHere()) return false
    save.reset()
    form.reset({ ...current, ...taken.values })
    reconciling.take(taken, from)
    onTaken(current, taken.values, taken.choices ? from : { version: current.version, values: current })
    if (!taken.choices) await sendAgain(current, taken.isStored, both(kept, taken.kept))
    return true
  }

  async function sendAgain(current: Item, isStored: boolean, kept: Kept) {
    if (isStored) return save.finish(current, outcome(kept))
    const input = form.check()
    if (input) await deliver(input, { version: current.version, values: current }, kept)
  }

  /** Restores what lies in the trash: a deletion makes a version of its own, which only the refusal tells. */
  async function bringBack(seen: Pick<Stored, '_id' | 'version'>): Promise<Item | 'is not in the trash' | undefined> {
    try {
      return await restore.mutateAsync({ _id: seen._id, version: seen.version })
    } catch (error) {
      if (error instanceof ApiError && isConflict<Item>(error, seen)) return bringBack(error.current)
      console.error('It could not be restored', error)
      return isNotFound(error) ? 'is not in the trash' : undefined
    }
  }

  return {
    deliver,
    choices: reconciling.choices,
    since: reconciling.since,
    kept: sentence(reconciling.kept, 'are in the form'),
    follow: reconciling.follow,
    settle: reconciling.settle,
    reset: reconciling.reset,

    /** Applies a choice to the form. */
    choose(name: NameOf<Input>, whose: Side) {
      const { choices } = reconciling
      if (!choices) return
      reconciling.choose(name, whose)
      for (const each of goingWith(name, follows)) form.field(each).onChange(choices[whose][each])
    },

    /** Restores a deleted record and saves the input. A record outside the trash may have been restored already. */
    async restoreFirst(input: Input, from: Base) {
      if (!item) return
      const restored = await bringBack(item)
      if (restored === 'is not in the trash') return deliver(input, from)
      const isTold = restored ? await merge(restored, input, from) : save.isHere()
      if (!isTold) save.tellNotSent({ input, base: item })
    },

    /** The item was deleted: to the trash, or for good. */
    gone: item && (isDeleted || isNotFound(save.error)) ? { isForGood: isNotFound(restore.error), failure: restore.error } : undefined,
  }
}

/** Whether the stored version differs from the change's starting point: otherwise the same refusal would repeat endlessly. */
const isConflict = <Item extends Stored>(error: ApiError, { version }: Pick<Stored, 'version'>): error is ApiError & { current: Item } =>
  error.code === 'stale' && ![undefined, version].includes((error.current as Item | undefined)?.version)

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
