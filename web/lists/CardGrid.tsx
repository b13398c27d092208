import { Component, type ReactNode, type RefObject, useRef } from 'react'
import { mostCounted } from '#contract/listing.ts'
import type { Stored } from '#web/api/resource.ts'
import { Entry } from './Entry.tsx'
import type { Highlighted } from './highlighted.ts'
import { type Paged, Pages } from './Pages.tsx'

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

type SlidingProps = { grid: RefObject<HTMLElement | null>; items: readonly { _id: string }[] }

/**
 * Animates cards into the gap of a removed card. A class, because only `getSnapshotBeforeUpdate` can measure the page before React changes
 * it; measuring later would force another layout.
 */
class Sliding extends Component<SlidingProps, unknown, Places | null> {
  override getSnapshotBeforeUpdate({ items }: SlidingProps) {
    if (items === this.props.items) return null
    const now = new Set(this.props.items.map(({ _id }) => _id))
    const gone = items.filter(({ _id }) => !now.has(_id))
    return gone.length === 1 ? placesOf(this.props.grid.current) : null
  }

  override componentDidUpdate(_: SlidingProps, __: unknown, before: Places | null) {
    if (!before || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [card, to] of placesOf(this.props.grid.current)) slide(card, before.get(card), to)
  }

  override render() {
    return null
  }
}

type Places = Map<Element, DOMRect>

const placesOf = (grid: HTMLElement | null): Places =>
  new Map([...(grid?.getElementsByTagName('li') ?? [])].map((card) => [card, card.getBoundingClientRect()]))

function slide(card: Element, from: DOMRect | undefined, to: DOMRect | undefined) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return
  card.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, '0 0'] }, { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' })
}
