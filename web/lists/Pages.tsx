import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { scrollPositionOf } from '#web/router/scroll-positions.ts'

/** The number of items that are rendered together. Every number of columns up to six divides it, so no row is broken where a page ends. */
const pageSize = 60
/** About so many items fill a window of this height, in pixels: the first frame has no more. */
const handful = { items: 12, height: 1000 }
/** How far beyond the window a page is rendered, in windows: when the list begins, and later. */
const margins = { first: 1, later: 1.5 }

/** The height of each page of a list, in pixels. */
type Heights = Map<number, number>

const known = perSession(() => new Map<string, Heights>())

/** The page heights of a list by its address and the window's width. They outlive the screen, so that a return finds the same place. */
export function heightsOf(address: string): Heights {
  const key = `${address} ${innerWidth}`
  const heights = known().get(key) ?? new Map()
  known().set(key, heights)
  return heights
}

export type Paged<Item> = {
  items: Item[]
  heights: Heights
  /** Called with the range of items near the window. */
  onShow: (from: number, to: number) => void
}

type PagesProps<Item> = Paged<Item> & {
  className?: string
  /** The item whose page is rendered wherever the window is, as is the first page. */
  kept: string | undefined
  /** Renders a page; `start` is the index of its first item. */
  children: (items: Item[], start: number) => ReactNode
}

/**
 * A long list in pages. Pages far from the window are empty boxes of their height, so a list of any length has a bounded number of elements.
 * The first frame of a list that begins at its top has a window full of items.
 */
export function Pages<Item extends Stored>({ items, heights, onShow, className, kept, children }: PagesProps<Item>) {
  const scrolled = scrollPositionOf(useLocation())
  const isWhole = useDeferredValue(items.length > 0, scrolled > 0)
  const near = useRef(new Set<number>())
  const keptAt = Math.floor(items.findIndex(({ _id }) => _id === kept) / pageSize)
  const few = handful.items * Math.ceil(innerHeight / handful.height)
  const isBeginning = !isWhole && keptAt < 0 && items.length > few
  const count = isBeginning ? 1 : Math.ceil(items.length / pageSize)

  function onSight(at: number, isNear: boolean) {
    near.current[isNear ? 'add' : 'delete'](at)
    const shown = [...near.current].filter((each) => each < count)
    if (shown.length > 0) onShow(Math.min(...shown) * pageSize, (Math.max(...shown) + 1) * pageSize)
  }

  let top = 0
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, at) => {
        const start = at * pageSize
        const height = heights.get(at) ?? average(heights)
        const from = top
        top += height
        const startsNear = top >= scrolled - margins.first * innerHeight && from <= scrolled + (1 + margins.first) * innerHeight
        return (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its index
            key={at}
            startsNear={startsNear}
            isKept={at === 0 || at === keptAt}
            heightNow={() => heights.get(at) ?? height}
            onSight={(isNear) => onSight(at, isNear)}
            // A handful is no page: by its height, all pages would be near.
            onSize={(height) => isBeginning || heights.set(at, height)}
          >
            {() => children(items.slice(start, start + (isBeginning ? few : pageSize)), start)}
          </Page>
        )
      })}
      {/* The page has its scroll bar, and its end is out of sight. */}
      {isBeginning && <div style={{ height: 2 * innerHeight }} />}
    </div>
  )
}

type PageProps = {
  startsNear: boolean
  isKept: boolean
  heightNow: () => number
  onSight: (isNear: boolean) => void
  onSize: (height: number) => unknown
  children: () => ReactNode
}

function Page({ startsNear, isKept, heightNow, onSight, onSize, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(startsNear)
  // It stays until it has been near and has left again: the focus may return to its item.
  if (isKept && !isNear) setNear(true)
  const sighted = useEffectEvent((isIntersecting: boolean) => {
    onSight(isIntersecting)
    setNear(isIntersecting || page.current?.contains(document.activeElement) === true)
  })
  const resized = useEffectEvent((height: number) => onSize(height))

  useEffect(() => {
    if (!page.current) return
    // A busy browser reports several frames in one callback, the latest last.
    const sight = new IntersectionObserver((frames) => sighted(frames.at(-1)?.isIntersecting === true), {
      rootMargin: `${margins.later * 100}% 0px`,
      root: page.current.closest('[data-scrolls]'),
    })
    const size = new ResizeObserver(([box]) => box && resized(box.contentRect.height))
    sight.observe(page.current)
    size.observe(page.current)
    return () => {
      sight.disconnect()
      size.disconnect()
    }
  }, [])

  return isNear ? <div ref={page}>{children()}</div> : <div ref={page} style={{ height: heightNow() }} />
}

/** The height that a page will have. */
function average(heights: Heights): number {
  const all = [...heights.values()]
  return all.length === 0 ? innerHeight : all.reduce((sum, height) => sum + height, 0) / all.length
}
