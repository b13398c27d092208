import { type ReactNode, useRef } from 'react'
import { mostCounted } from '#contract/listing.ts'
import type { Stored } from '#web/api/resource.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { Entry } from './Entry.tsx'
import type { Highlighted } from './highlighted.ts'
import { type Paged, Pages } from './Pages.tsx'
import type { SlidingProps } from './Sliding.tsx'

/** Loaded after the cards. */
const Sliding = lazyOptional<SlidingProps>(async () => (await import('./Sliding.tsx')).Sliding)

type CardGridProps<Item> = Paged<Item> & {
  /** The grid's columns, as classes. */
  columns: string
  label: string
  /** The total, including items that are not loaded; `undefined` while it is unknown. */
  total: number | undefined
  marked?: Highlighted
  /** The item that is open over the list: its card stays in the page for the way back. */
  open?: string | undefined
  isBusy: boolean
  children: (item: Item) => ReactNode
}

/** Cards in a grid. When one goes, the others move into its gap. */
export function CardGrid<Item extends Stored>({ columns, label, total, marked, open, isBusy, children, ...paged }: CardGridProps<Item>) {
  const grid = useRef<HTMLDivElement>(null)
  return (
    <div ref={grid}>
      <Sliding grid={grid} items={paged.items} />
      <Pages {...paged} kept={open ?? marked?.id} className="grid gap-4">
        {(items, start) => (
          <ul aria-label={label} aria-busy={isBusy} className={`grid gap-4 ${columns}`}>
            {items.map((item, place) => (
              <Entry
                key={item._id}
                id={item._id}
                marked={marked}
                aria-setsize={total === undefined || total > mostCounted ? -1 : total}
                aria-posinset={start + place + 1}
              >
                {children(item)}
              </Entry>
            ))}
          </ul>
        )}
      </Pages>
    </div>
  )
}
