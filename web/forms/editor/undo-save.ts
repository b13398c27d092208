import type { Collection, Stored } from '#web/api/resource.ts'
import type { UndoStep } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

/** The Undo of a save: restores the version `base`. */
export function useUndoSave<Item extends Stored>({ useBringBack, nameOf }: Collection<Item>) {
  const { mutateAsync } = useBringBack()
  return (base: { version: number }, saved: Item): UndoStep => ({
    name: nameOf(saved),
    go: async () =>
      aliasVersion({ _id: saved._id, version: base.version }, await mutateAsync({ item: resolveVersion(saved), version: base.version })),
    done: 'was reverted.',
    failed: 'could not be reverted.',
  })
}
