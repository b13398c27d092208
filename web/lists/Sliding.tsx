import { Component, type RefObject } from 'react'

export type SlidingProps = { grid: RefObject<HTMLElement | null>; items: readonly { _id: string }[] }

/**
 * Animates cards into the gap of a removed card. A class, because only `getSnapshotBeforeUpdate` can measure the page before React changes
 * it; measuring later would force another layout.
 */
export class Sliding extends Component<SlidingProps, unknown, Places | null> {
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
