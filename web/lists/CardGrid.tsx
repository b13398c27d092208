import { Component, type ReactNode, type RefObject, useRef } from 'react'
import { mostCounted } from '#contract/listing.ts'
import type { Stored } from '#web/api/resource.ts'
import { Entry } from './Entry.tsx'
import type { Highlighted } from './highlighted.ts'
import { useWindow, type Windowed } from './window.ts'

type CardGridProps<Item> = Windowed<Item> & {
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

/** Cards in a grid; of a long one only those near the window. When one goes, the others move into its gap. */
export function CardGrid<Item extends Stored>({ columns, label, total, marked, open, isBusy, children, ...windowed }: CardGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const chunks = useWindow(list, windowed, open ?? marked?.id)
  return (
    <>
      <Sliding list={list} items={windowed.items} />
      <ul ref={list} aria-label={label} aria-busy={isBusy} className={`grid gap-4 ${columns}`}>
        {chunks.map(({ at, start, items, height }) =>
          items ? (
            items.map((item, place) => (
              <Entry
                key={item._id}
                id={item._id}
                marked={marked}
                data-chunk={at}
                aria-setsize={total === undefined || total > mostCounted ? -1 : total}
                aria-posinset={start + place + 1}
              >
                {children(item)}
              </Entry>
            ))
          ) : (
            <li key={at} aria-hidden="true" className="col-span-full" style={{ height }} />
          ),
        )}
      </ul>
    </>
  )
}

type SlidingProps = { list: RefObject<HTMLElement | null>; items: readonly { _id: string }[] }

/**
 * Animates cards into the gap of a removed card. A class, because only `getSnapshotBeforeUpdate` can measure the page before React changes
 * it; measuring later would force another layout.
 */
class Sliding extends Component<SlidingProps, unknown, Places | null> {
  override getSnapshotBeforeUpdate({ items }: SlidingProps) {
    if (items === this.props.items) return null
    const now = new Set(this.props.items.map(({ _id }) => _id))
    const gone = items.filter(({ _id }) => !now.has(_id))
    return gone.length === 1 ? placesOf(this.props.list.current) : null
  }

  override componentDidUpdate(_: SlidingProps, __: unknown, before: Places | null) {
    if (!before || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [card, to] of placesOf(this.props.list.current)) slide(card, before.get(card), to)
  }

  override render() {
    return null
  }
}

type Places = Map<Element, DOMRect>

const placesOf = (list: HTMLElement | null): Places =>
  new Map([...(list?.children ?? [])].map((card) => [card, card.getBoundingClientRect()]))

function slide(card: Element, from: DOMRect | undefined, to: DOMRect | undefined) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return
  card.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, '0 0'] }, { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' })
}
