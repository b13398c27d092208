import type { Collection, Stored } from '#web/api/resource.ts'
import type { WayBack } from '#web/toasts/undo.ts'
import { asItIsNow, noteTakenBack } from '#web/toasts/version-aliases.ts'

/** How an item that was saved becomes again what it was in the version `base` before. */
export function useWayBackTo<Item extends Stored>({ useBringBack, nameOf }: Collection<Item>) {
  const { mutateAsync } = useBringBack()
  return (base: { version: number }, saved: Item): WayBack => ({
    name: nameOf(saved),
    go: async () =>
      noteTakenBack({ _id: saved._id, version: base.version }, await mutateAsync({ item: asItIsNow(saved), version: base.version })),
    done: 'is as it was before.',
    failed: 'could not be put back.',
  })
}
