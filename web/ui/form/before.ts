import type { Collection, Stored } from '#web/api/resource.ts'
import { asItIsNow, noteTakenBack } from '#web/ui/page/taken-back.ts'
import type { WayBack } from '#web/ui/page/undo.ts'

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
