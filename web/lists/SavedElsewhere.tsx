import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { Entry } from './Entry.tsx'
import type { Highlighted } from './highlighted.ts'
import type { ShownList } from './use-list.ts'

type SavedElsewhereProps<Item extends Stored> = {
  marked: Highlighted
  /** The lists that may show the record. */
  lists: Pick<ShownList<Item>, 'items' | 'isSettled'>[]
  /** Returns the current record by its id. */
  useKnown: (id: string) => Item | undefined
  /** Whether a search or filters may hide it. */
  isNarrowed: boolean
  columns: string
  children: (item: Item) => ReactNode
}

/** A record that was just saved and is further down in the list or does not match the query: shown above the list. */
export function SavedElsewhere<Item extends Stored>({ lists, ...saved }: SavedElsewhereProps<Item>) {
  const { marked } = saved
  const isAmong = lists.some(({ items, isSettled }) => !isSettled || items.some(({ _id }) => _id === marked?.id))
  return marked?.note === 'Just saved' && !isAmong && <Saved {...saved} marked={marked} />
}

type SavedProps<Item extends Stored> = Omit<SavedElsewhereProps<Item>, 'lists'> & { marked: NonNullable<Highlighted> }

function Saved<Item extends Stored>({ marked, useKnown, isNarrowed, columns, children }: SavedProps<Item>) {
  const item = useKnown(marked.id)
  if (!item) return null
  return (
    <section aria-labelledby="saved-elsewhere" className="mb-6">
      <h2 id="saved-elsewhere" className="mb-3 text-ink-2 text-small">
        Saved, but further down the list{isNarrowed && ' or hidden by your filters'}
      </h2>
      <ul className={`grid ${columns}`}>
        <Entry id={item._id} marked={marked}>
          {children(item)}
        </Entry>
      </ul>
    </section>
  )
}
