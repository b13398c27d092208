import type { Collection, Stored } from '#web/api/resource.ts'
import type { UndoStep } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

/** How an item that was saved becomes again what it was in the version `base` before. */
export function useUndoSave<Item extends Stored>({ useBringBack, nameOf }: Collection<Item>) {
  const { mutateAsync } = useBringBack()
  return (base: { version: number }, saved: Item): UndoStep => ({
    name: nameOf(saved),
    go: async () =>
      aliasVersion({ _id: saved._id, version: base.version }, await mutateAsync({ item: resolveVersion(saved), version: base.version })),
    done: 'is as it was before.',
    failed: 'could not be put back.',
  })
}
