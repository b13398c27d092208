import { useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import type { Collection, Instead, Stored } from '#web/api/resource.ts'
import { entryOf } from '#web/components/entries.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { notify } from '#web/toasts/notices.ts'
import { isConflict, toastWithUndo } from '#web/toasts/undo.ts'
import { resolveVersion } from '#web/toasts/version-aliases.ts'

/** Restores an item, and reports it with Undo. Failures are returned by id, or reported in a notice if the item's row is gone. */
export function useRestoring<Item extends Stored>({ useRestore, useRemove, nameOf }: Collection<Item>) {
  const { mutateAsync: restoreOne } = useRestore()
  const { mutateAsync: remove } = useRemove()
  const [failures, setFailures] = useState<ReadonlyMap<string, ApiError>>(new Map())
  // Not states, which come a moment later: a second click would get in between.
  const underWay = useRef(new Set<string>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const isHere = useIsMounted()

  /** Waits for running restorations, and skips the item if it is among them. `instead` are values in place of those that are taken. */
  async function restore(item: Item, instead?: Instead) {
    const { _id } = item
    if (underWay.current.has(_id)) return
    underWay.current.add(_id)
    const its = last.current.then(() => restoreNow(item, instead))
    last.current = its
    await its
    underWay.current.delete(_id)
  }

  async function restoreNow(item: Item, instead: Instead | undefined) {
    const { _id } = item
    try {
      tell(await restoreOne({ ...item, instead }))
      setFailures((before) => new Map([...before].filter(([id]) => id !== _id)))
    } catch (error) {
      console.error('An item could not be restored', error)
      if (!(error instanceof ApiError)) return
      setFailures((before) => new Map([...before, [_id, error]]))
      // The row of the item shows the reason, if the row is still there.
      const isTold = isHere() && entryOf(_id) && !isConflict(error)
      if (!isTold) notify({ about: { name: nameOf(item) }, text: "couldn't be restored.", failed: true })
    }
  }

  function tell(item: Item) {
    const name = nameOf(item)
    const go = () => remove(resolveVersion(item))
    toastWithUndo({ about: { name }, text: 'was restored.' }, [
      { name, go, done: 'was moved back to the trash.', failed: "couldn't be moved back to the trash." },
    ])
  }

  return { restore, failures }
}
