import { type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { scrollPositionOf } from '#web/router/scroll-positions.ts'

/** So many cards come and go together. Every number of columns up to six divides it, so that no row is broken where a chunk ends. */
const chunkSize = 60
/** So many about fill a window of this height, in pixels: the first frame has no more. */
const handful = { cards: 12, height: 1000 }
/** How far beyond the window cards are kept, in windows. */
const margin = 1

/**
 * Which chunks of a long grid are in the page: those near the window, the one with the focus, and the one with the item that is `held` by its
 * id. The others are a gap of their height, so that a list of any length holds a bounded number of cards. `heights` outlives the screen, so
 * that the way back finds the same place. Where the page begins at its top, the first frame has about a window full, and the next one the rest.
 */
export function useWindow<Item extends Stored>(
  list: RefObject<HTMLElement | null>,
  { items, heights, onShow }: Windowed<Item>,
  held: string | undefined,
): Chunk<Item>[] {
  const count = Math.max(1, Math.ceil(items.length / chunkSize))
  const place = items.findIndex(({ _id }) => _id === held)
  const isWhole = useWhole(items.length, place)
  const [shown, setShown] = useState([0])
  const [first = 0, last = 0] = [shown[0], shown.at(-1)]
  useLayoutEffect(() => onShow(first * chunkSize, (last + 1) * chunkSize))
  const heightOf = (chunk: number) => heights.byChunk.get(chunk) ?? average(heights)

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      if (!isWhole) return
      measure(element, heights)
      const next = nearWindow(element, count, heightOf, Math.floor(place / chunkSize))
      setShown((now) => (now.join() === next.join() ? now : next))
    }
    const resized = new ResizeObserver(() => {
      // Another number of columns, other heights.
      if (element.clientWidth !== heights.width) heights.byChunk.clear()
      heights.width = element.clientWidth
      look()
    })
    resized.observe(element)
    // Also where a dialog scrolls: such an event doesn't bubble.
    addEventListener('scroll', look, { passive: true, capture: true })
    return () => {
      resized.disconnect()
      removeEventListener('scroll', look, { capture: true })
    }
  })

  if (!isWhole) return beginning(items)
  return Array.from({ length: count }, (_, at) => {
    const start = at * chunkSize
    return shown.includes(at) ? { at, start, items: items.slice(start, start + chunkSize) } : { at, height: heightOf(at) }
  })
}

const fewest = () => handful.cards * Math.ceil(innerHeight / handful.height)

/** Whether more than the first few items are rendered: in the second frame, or in the first when the user comes back to a place further down. */
function useWhole(count: number, held: number): boolean {
  const here = useLocation()
  const [isFurtherDown] = useState(() => scrollPositionOf(here) > 0)
  const isDue = useDeferredValue(count > 0, isFurtherDown)
  return isDue || held >= fewest()
}

/** The first cards, and room for the others: the page has its scroll bar, and its end is out of sight. */
function beginning<Item>(items: Item[]): Chunk<Item>[] {
  const first = { at: 0, start: 0, items: items.slice(0, fewest()) }
  return items.length <= fewest() ? [first] : [first, { at: 1, height: 2 * innerHeight }]
}

/** A part of a grid: its cards and the place of the first of them, or the height of the gap in their stead. */
type Chunk<Item> =
  | { at: number; start: number; items: Item[]; height?: undefined }
  | { at: number; height: number; items?: undefined; start?: undefined }

/** What a grid needs to hold no more than is near the window. */
export type Windowed<Item> = {
  items: Item[]
  heights: Heights
  /** Hears which of the items are in the page. */
  onShow: (from: number, to: number) => void
}

/** The height of each chunk of a list that was in the page, in pixels, while the list was so wide. */
export type Heights = { width: number; byChunk: Map<number, number> }

const kept = perSession(() => new Map<string, Heights>())

/** Chunk heights for a list that is not returned to. */
export const noHeights = (): Heights => ({ width: 0, byChunk: new Map<number, number>() })

/** The heights of the chunks of a list, by its address. */
export function heightsOf(address: string): Heights {
  const heights = kept().get(address) ?? noHeights()
  kept().set(address, heights)
  return heights
}

/** The height of each chunk that is in the page: from its first card to the end of its last. */
function measure(list: HTMLElement, { byChunk }: Heights) {
  for (const [chunk, cards] of Map.groupBy(list.querySelectorAll<HTMLElement>(':scope > [data-chunk]'), (card) => card.dataset.chunk)) {
    const [first, last] = [cards[0], cards.at(-1)]
    if (first && last) byChunk.set(Number(chunk), last.getBoundingClientRect().bottom - first.getBoundingClientRect().top)
  }
}

function nearWindow(list: HTMLElement, count: number, heightOf: (chunk: number) => number, held: number): number[] {
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0
  const [top, bottom] = [-margin * innerHeight, (1 + margin) * innerHeight]
  const shown = new Set<number>()
  let start = list.getBoundingClientRect().top
  for (let chunk = 0; chunk < count; chunk++) {
    const end = start + heightOf(chunk)
    if (end >= top && start <= bottom) shown.add(chunk)
    start = end + gap
  }
  const focused = Number(document.activeElement?.closest<HTMLElement>('[data-chunk]')?.dataset.chunk)
  if (list.contains(document.activeElement) && focused < count) shown.add(focused)
  if (held >= 0 && held < count) shown.add(held)
  return shown.size === 0 ? [count - 1] : [...shown].sort((a, b) => a - b)
}

function average({ byChunk }: Heights): number {
  const known = [...byChunk.values()]
  return known.length === 0 ? innerHeight : known.reduce((sum, height) => sum + height, 0) / known.length
}
