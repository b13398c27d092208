import { useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import type { Collection, Instead, Stored } from '#web/api/resource.ts'
import { entryOf } from '#web/components/entries.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { notify } from '#web/toasts/notices.ts'
import { isConflict, toastWithUndo, type UndoStep } from '#web/toasts/undo.ts'
import { resolveVersion } from '#web/toasts/version-aliases.ts'

/**
 * Restores items one after the other, and reports their number with one Undo. Failures are returned by id, or reported in a notice if the
 * user has left the trash.
 */
export function useRestoring<Item extends Stored>({ useRestore, useRemove, nameOf }: Collection<Item>) {
  const { mutateAsync: restoreOne } = useRestore()
  const { mutateAsync: remove } = useRemove()
  const [failures, setFailures] = useState<ReadonlyMap<string, ApiError>>(new Map())
  // Not states, which come a moment later: a second click would get in between.
  const underWay = useRef(new Set<string>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const isHere = useIsMounted()

  /**
   * Waits for running restorations, and skips items among them. `instead` are values in place of those that are taken. Returns the ids of
   * the restored items.
   */
  async function restore(items: readonly Item[], instead?: Instead): Promise<ReadonlySet<string>> {
    const these = items.filter(({ _id }) => !underWay.current.has(_id))
    for (const { _id } of these) underWay.current.add(_id)
    const its = last.current.then(() => restoreNow(these, instead))
    last.current = its
    const restored = await its
    for (const { _id } of these) underWay.current.delete(_id)
    return restored
  }

  async function restoreNow(items: readonly Item[], instead: Instead | undefined): Promise<ReadonlySet<string>> {
    const [restored, failed]: [Item[], Map<string, ApiError>] = [[], new Map()]
    for (const item of items) {
      try {
        restored.push(await restoreOne({ ...item, instead }))
      } catch (error) {
        console.error('An item could not be restored', error)
        if (error instanceof ApiError) failed.set(item._id, error)
      }
    }
    const ids = new Set(restored.map(({ _id }) => _id))
    // Input that corrects another item stays beside its failure.
    setFailures((before) => new Map([...before, ...failed].filter(([id]) => !ids.has(id))))
    const told = inWords(restored.map(nameOf), items.filter(({ _id }) => failed.has(_id)).map(nameOf))
    // The row of a failed item shows the reason, if the row is still there.
    const isTold = isHere() && [...failed].every(([id, error]) => entryOf(id) && !isConflict(error))
    if (restored.length > 0) toastWithUndo(told, restored.map(wayBack))
    else if (failed.size > 0 && !isTold) notify({ ...told, failed: true })
    return ids
  }

  const wayBack = (item: Item): UndoStep => ({
    name: nameOf(item),
    go: () => remove(resolveVersion(item)),
    done: 'was moved back to the trash.',
    failed: "couldn't be moved back to the trash.",
  })

  return { restore, failures }
}

/** The notice about the restored items and those left in the trash, by their names. */
function inWords(restored: readonly string[], left: readonly string[]): { about?: { name: string }; text: string } {
  const [name, other] = [...left, ...restored]
  if (name && !other) return { about: { name }, text: left.length > 0 ? "couldn't be restored." : 'was restored.' }
  if (name && left.length === 1)
    return {
      about: { name },
      text: `couldn't be restored. ${restored.length} ${others(restored.length)} ${restored.length === 1 ? 'was' : 'were'} restored.`,
    }
  return {
    text: left.length > 0 ? `${restored.length} restored. ${left.length} couldn't be restored.` : `${restored.length} items were restored.`,
  }
}

const others = (count: number) => (count === 1 ? 'other' : 'others')
