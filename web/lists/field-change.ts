import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

type FieldChange<Item extends Stored, Input> = {
  resource: Resource<Item, Input>
  field: keyof Item & keyof Input
  /** The schema of the stored record. */
  answer: ZodMiniType<Item>
  /** The notice's words after the record's name, such as 'is paused.' and, after Undo, 'was started again.' */
  changed: (now: Item) => string
  changedBack: (before: Item) => string
}

/**
 * Returns a function that changes one field of a record from its card, reports the outcome with an Undo, and returns the record as it is then.
 * Changes of other users are kept; if one of them has changed the same field, nothing is changed.
 */
export function useFieldChange<Item extends Stored & Input, Input extends object>(change: FieldChange<Item, Input>) {
  const { resource, field, answer, changed, changedBack } = change
  const { mutateAsync } = resource.useSave()

  async function save(before: Item, value: unknown): Promise<{ before: Item; now: Item }> {
    try {
      return { before, now: await mutateAsync({ input: { ...before, [field]: value }, base: before }) }
    } catch (error) {
      const current = currentOnConflict(error, before, answer)
      if (current?.[field] !== before[field]) throw error
      return save(current, value)
    }
  }

  return async (seen: Item, value: unknown): Promise<Item> => {
    const name = resource.nameOf(seen)
    try {
      const { before, now } = await save(seen, value)
      const go = async () => aliasVersion(before, await mutateAsync({ input: before, base: resolveVersion(now) }))
      toastWithUndo({ about: { name }, text: changed(now) }, [{ name, go, done: changedBack(before), failed: "couldn't be changed back." }])
      return now
    } catch (error) {
      console.error(resource.failed.update, error)
      notifyFailure("couldn't be changed.", error, { about: { name } })
      return seen
    }
  }
}

/** The stored record that a conflicting change (412) was refused for, parsed by `answer`; `undefined` for other errors and for the version of `seen`. */
function currentOnConflict<Item extends { version: number }>(error: unknown, seen: Item, answer: ZodMiniType<Item>): Item | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const current = answer.safeParse(error.current).data
  return current?.version === seen.version ? undefined : current
}
