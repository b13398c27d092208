import { type ReactNode, useLayoutEffect, useRef } from 'react'

type CardGridProps = {
  /** The grid's columns, as classes. */
  columns: string
  label: string
  children: ReactNode
}

/** Cards in a grid. When one goes, the others move into its gap. */
export function CardGrid({ columns, label, children }: CardGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const places = useRef(new Map<Element, DOMRect>())

  useLayoutEffect(() => {
    const cards = [...(list.current?.children ?? [])]
    const before = places.current
    places.current = new Map(cards.map((card) => [card, card.getBoundingClientRect()]))
    const oneLeft = [...before.keys()].some((card) => !card.isConnected)
    if (oneLeft && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      for (const card of cards) slide(card, before.get(card), places.current.get(card))
  })

  return (
    <ul ref={list} aria-label={label} className={`grid gap-4 ${columns}`}>
      {children}
    </ul>
  )
}

function slide(card: Element, from: DOMRect | undefined, to: DOMRect | undefined) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return
  card.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, '0 0'] }, { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' })
}
