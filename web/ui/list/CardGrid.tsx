import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { Entry } from './Entry.tsx'
import type { Marked } from './marked.ts'
import { useWindow, type Windowed } from './window.ts'

type CardGridProps<Item> = Windowed<Item> & {
  /** The grid's columns, as classes. */
  columns: string
  label: string
  /** How many there are with those that aren't loaded yet; `undefined` while nobody knows. */
  total: number | undefined
  marked?: Marked
  /** The item that is open over the list: its card stays in the page for the way back. */
  open?: string | undefined
  isBusy: boolean
  children: (item: Item) => ReactNode
}

/** Cards in a grid; of a long one only those near the window. When one goes, the others move into its gap. */
export function CardGrid<Item extends Stored>({ columns, label, total, marked, open, isBusy, children, ...windowed }: CardGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const chunks = useWindow(list, windowed, open ?? marked?.id)
  useSliding(list)
  return (
    <ul ref={list} aria-label={label} aria-busy={isBusy} className={`grid gap-4 ${columns}`}>
      {chunks.map(({ at, start, items, height }) =>
        items ? (
          items.map((item, place) => (
            <Entry
              key={item._id}
              id={item._id}
              marked={marked}
              data-chunk={at}
              aria-setsize={total ?? -1}
              aria-posinset={start + place + 1}
            >
              {children(item)}
            </Entry>
          ))
        ) : (
          <li key={at} role="presentation" className="col-span-full" style={{ height }} />
        ),
      )}
    </ul>
  )
}

/** Moves the cards that follow into the gap of one that has gone. */
function useSliding(list: { current: HTMLElement | null }) {
  const places = useRef(new Map<Element, DOMRect>())
  useLayoutEffect(() => {
    const cards = [...(list.current?.children ?? [])]
    const before = places.current
    places.current = new Map(cards.map((card) => [card, card.getBoundingClientRect()]))
    const gone = [...before.keys()].filter((card) => !card.isConnected)
    // More than one: the window has moved on, or another list has come.
    if (gone.length === 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      for (const card of cards) slide(card, before.get(card), places.current.get(card))
  })
}

function slide(card: Element, from: DOMRect | undefined, to: DOMRect | undefined) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return
  card.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, '0 0'] }, { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' })
}
