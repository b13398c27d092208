import { useMemo } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { useStore } from '#web/store.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { loadAll } from './load-all.ts'
import { byIdOf, isSelecting, keyOf, nothing, type Selected, selected, toggleSelected } from './selected.ts'
import { asShown } from './selecting.ts'

/** A list whose records can be selected. */
export type SelectableList<Item extends Stored> = {
  collection: Pick<Collection<Item>, 'name' | 'noun' | 'calls' | 'nameOf'>
  asked: ListQuery
  /** The loaded records, in the order of the list. */
  shown: readonly Item[]
  /** The queries of the lists on the screen, and the number of matches. */
  queries: readonly ListQuery[]
  total: number | undefined
}

/**
 * The selected records of a list. They stay selected while more is loaded, others change them, or the user leaves and returns; another filter or a
 * selection in another list clears the selection, another order does not.
 */
export function useSelection<Item extends Stored>({ collection, asked, shown, queries, total }: SelectableList<Item>) {
  const stored = useStore(selected())
  const of = keyOf(collection.name, asked)
  const now = stored.of === of ? stored : nothing
  const byId = now.byId as ReadonlyMap<string, Item>
  const items = useMemo(() => asShown(byId, shown), [byId, shown])
  const { isLoading = false } = now
  const change = (changes: Partial<Selected>) => selected().set({ ...now, of, isLoading: false, ...changes })

  /** Asks the server for all that match, and selects them unless the selection has changed meanwhile. */
  async function selectMatching() {
    if (isLoading) return
    change({ isLoading: true })
    const before = selected().get()
    const isUnchanged = () => selected().get() === before
    try {
      const all = await loadAll<Item>(collection.calls.list, queries)
      if (isUnchanged()) change({ byId: byIdOf(all) })
    } catch (error) {
      console.error('Not all records could be selected', error)
      notifyFailure('Not everything could be selected.', error)
      if (isUnchanged()) change({})
    }
  }

  const selectShown = () => change({ byId: byIdOf([...items, ...shown]) })

  return {
    items,
    isOn: isSelecting(now),
    isLoading,
    has: (id: string) => byId.has(id),
    toggle: (item: Item, isRange = false) => toggleSelected(of, shown, item, isRange),
    choose: () => change({ isChoosing: true }),
    selectShown,
    /** Selects all that match. */
    selectAll: () => (total === shown.length ? selectShown() : void selectMatching()),
    clear: () => selected().set(nothing),
  }
}

export type Selection<Item extends Stored> = ReturnType<typeof useSelection<Item>>
