import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { scrollPositionOf } from '#web/router/scroll-positions.ts'

/** The number of items that are rendered together. Every number of columns up to six divides it, so no row is broken where a page ends. */
const pageSize = 60
/** About so many items fill a window of this height, in pixels: the first frame has no more. */
const handful = { items: 12, height: 1000 }
/** How far beyond the window pages are rendered: further than in the first frame, so that a page from there stays. */
const margin = '130% 0px'

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

  return (
    <div className={className}>
      {Array.from({ length: count }, (_, at) => (
        <Page
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its index
          key={at}
          {...{ at, heights, scrolled }}
          isPart={isBeginning}
          isKept={at === 0 || at === keptAt}
          onSight={(isNear) => onSight(at, isNear)}
        >
          {() => children(items.slice(at * pageSize, at * pageSize + (isBeginning ? few : pageSize)), at * pageSize)}
        </Page>
      ))}
      {/* The document has its scroll bar, and its end is out of sight. */}
      {isBeginning && <div style={{ height: 2 * innerHeight }} />}
    </div>
  )
}

type PageProps = {
  at: number
  heights: Heights
  /** The position of the window, in pixels. */
  scrolled: number
  /** It has a handful of its items. By their height, all other pages would be near. */
  isPart: boolean
  isKept: boolean
  onSight: (isNear: boolean) => void
  children: () => ReactNode
}

function Page({ at, heights, scrolled, isPart, isKept, onSight, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(() => isKept || startsNear(heights, at, scrolled))
  // It stays until it has been near and has left again: the focus may return to its item.
  if (isKept && !isNear) setNear(true)
  const sighted = useEffectEvent((isIntersecting: boolean) => {
    onSight(isIntersecting)
    setNear(isIntersecting || page.current?.contains(document.activeElement) === true)
  })
  const resized = useEffectEvent((height: number) => {
    // React hides the list while the next screen loads: then it has no height.
    if (height > 0 && !isPart) heights.set(at, height)
  })

  useEffect(() => {
    if (!page.current) return
    // A busy browser reports several frames in one callback, the latest last.
    const sight = new IntersectionObserver((frames) => sighted(frames.at(-1)?.isIntersecting === true), {
      rootMargin: margin,
      root: page.current.closest('[data-scrolls]'),
    })
    const size = new ResizeObserver(([box]) => box && resized(box.contentRect.height))
    for (const observer of [sight, size]) observer.observe(page.current)
    return () => {
      for (const observer of [sight, size]) observer.disconnect()
    }
  }, [])

  return isNear ? <div ref={page}>{children()}</div> : <div ref={page} style={{ height: heightOf(heights, at) }} />
}

/** The height of a page, or the height that it is expected to have. */
function heightOf(heights: Heights, at: number): number {
  const all = [...heights.values()]
  return heights.get(at) ?? (all.length === 0 ? innerHeight : all.reduce((sum, height) => sum + height, 0) / all.length)
}

/** Whether a page is within a window's height of the window, so that the first frame after a return has its items. */
function startsNear(heights: Heights, at: number, scrolled: number): boolean {
  const top = Array.from({ length: at }, (_, before) => heightOf(heights, before)).reduce((sum, height) => sum + height, 0)
  return top < scrolled + 2 * innerHeight && top + heightOf(heights, at) > scrolled - innerHeight
}
