import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { Entry } from './Entry.tsx'
import type { Marked } from './marked.ts'
import { chunkSize, type Heights, useWindow } from './window.ts'

type CardGridProps<Item> = {
  /** The grid's columns, as classes. */
  columns: string
  label: string
  items: Item[]
  /** How many there are with those that aren't loaded yet. */
  total: number
  marked: Marked
  /** The item that is open over the list: its card stays in the page for the way back. */
  open?: string | undefined
  isBusy: boolean
  /** The height of each chunk of cards, kept where the way back finds it. */
  heights: Heights
  /** Hears which of the items are near the window. */
  onShow: (from: number, to: number) => void
  children: (item: Item) => ReactNode
}

/** Cards in a grid; of a long one only those near the window. When one goes, the others move into its gap. */
export function CardGrid<Item extends Stored>({
  columns,
  label,
  items,
  total,
  marked,
  open,
  isBusy,
  heights,
  onShow,
  children,
}: CardGridProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const { chunks, shown, heightOf } = useWindow(
    list,
    items.length,
    heights,
    items.findIndex(({ _id }) => _id === (open ?? marked?.id)),
  )
  useSliding(list)
  const [first = 0, last = 0] = [shown[0], shown.at(-1)]
  useLayoutEffect(() => onShow(first * chunkSize, (last + 1) * chunkSize))

  return (
    <ul ref={list} aria-label={label} aria-busy={isBusy} className={`grid gap-4 ${columns}`}>
      {Array.from({ length: chunks }, (_, chunk) =>
        shown.includes(chunk) ? (
          items.slice(chunk * chunkSize, (chunk + 1) * chunkSize).map((item, at) => (
            <Entry
              key={item._id}
              id={item._id}
              marked={marked}
              data-chunk={chunk}
              aria-setsize={total}
              aria-posinset={chunk * chunkSize + at + 1}
            >
              {children(item)}
            </Entry>
          ))
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is nothing but its place
          <li key={chunk} role="presentation" className="col-span-full" style={{ height: heightOf(chunk) }} />
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
