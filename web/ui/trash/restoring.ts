import { useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { notify } from '#web/ui/page/notices.ts'

/** Brings items back, one after the other, says how many came, and offers the way back. What could not be restored is told by its id. */
export function useRestoring<Item extends Stored>({ useRestore, useRemove, nameOf }: Collection<Item>) {
  const { mutateAsync: restoreOne } = useRestore()
  const { mutateAsync: remove } = useRemove()
  const [failures, setFailures] = useState<ReadonlyMap<string, ApiError>>(new Map())
  const [isBusy, setIsBusy] = useState(false)

  async function restore(items: readonly Item[]) {
    setIsBusy(true)
    const [restored, failed]: [Item[], Map<string, ApiError>] = [[], new Map()]
    for (const item of items) {
      try {
        restored.push(await restoreOne(item))
      } catch (error) {
        console.error('An item could not be restored', error)
        if (error instanceof ApiError) failed.set(item._id, error)
      }
    }
    setFailures(failed)
    setIsBusy(false)
    const [first] = restored
    if (first === undefined) return
    const undo = { label: 'Undo', run: () => void undoAll(restored) }
    if (restored.length === 1) notify({ about: { name: nameOf(first) }, text: 'was restored.', action: undo })
    else notify({ text: `${restored.length} were restored${failed.size > 0 ? `, ${failed.size} could not be` : ''}.`, action: undo })
  }

  async function undoAll(items: readonly Item[]) {
    for (const item of items)
      await remove(item).catch((error: unknown) => {
        console.error(error)
        notify({ about: { name: nameOf(item) }, text: 'could not be put back into the trash.', failed: true })
      })
  }

  return { restore, failures, isBusy }
}
