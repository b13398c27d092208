import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/Button.tsx'
import { formatCount, formatTotal } from '#web/components/format-count.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import type { EndKeyProps } from './EndKey.tsx'

/** Loaded after the list. */
const EndKey = lazyOptional<EndKeyProps>(async () => (await import('./EndKey.tsx')).EndKey)

type ShowMoreProps = {
  /** Tells this list from others: what came to one is not told of the next. */
  list: string
  query: { hasNextPage: boolean; isFetching: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => Promise<unknown> }
  shown: number
  total: number | undefined
}

/**
 * The end of a list with more pages. Loads the next page before the end comes into view, or by a button after a failure. Announces the
 * number of new items, and keeps the focus at the list's end.
 */
export const ShowMore = ({ list, ...end }: ShowMoreProps) => <ListEnd key={list} {...end} />

function ListEnd({ query, shown, total }: Omit<ShowMoreProps, 'list'>) {
  const { hasNextPage, isFetchingNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // While a list begins with a handful of items, its end is in sight, and each further page would begin the rendering of the others again.
  const isRendered = useDeferredValue(shown > 0, false)
  useEndInSight(end, { ...query, hasNextPage: hasNextPage && isRendered })
  // The number before the page that is loading, and how many came with the last one.
  const [before, setBefore] = useState<number>()
  const [came, setCame] = useState(0)
  if (isFetchingNextPage && before === undefined) setBefore(shown)
  if (!isFetchingNextPage && before !== undefined) {
    setBefore(undefined)
    if (shown > before) setCame(shown - before)
  }

  const isLong = hasNextPage || came > 0
  const sum = `${formatCount(shown)} of ${formatTotal(total ?? shown)}`
  return (
    <div ref={end} className={isLong ? 'mt-6 grid justify-items-center gap-2' : ''}>
      {hasNextPage && (
        <Button
          onClick={() => !isFetchingNextPage && void query.fetchNextPage()}
          aria-disabled={isFetchingNextPage}
          aria-busy={isFetchingNextPage}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
      {isLong && (
        <p tabIndex={-1} ref={hasNextPage ? null : takeLostFocus} className="text-ink-3 text-small tabular-nums">
          {sum}
        </p>
      )}
      <EndKey shown={shown} />
      <p role="status" className="sr-only">
        {came > 0 && `${formatCount(came)} more loaded: ${sum}`}
      </p>
    </div>
  )
}

/** How far ahead of the end more is loaded: about as much as is scrolled while it comes. */
const ahead = '1500px'

/** Loads more when the end of the loaded items comes near. A failed request waits for the button, so that it is not repeated endlessly. */
function useEndInSight(end: RefObject<HTMLElement | null>, { hasNextPage, isFetching, isError, fetchNextPage }: ShowMoreProps['query']) {
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetching || isError) return
    // A busy browser reports several frames in one callback, the latest last.
    const sight = new IntersectionObserver((frames) => frames.at(-1)?.isIntersecting && void fetchNextPage(), {
      rootMargin: ahead,
      root: scroller(end.current),
    })
    sight.observe(end.current)
    return () => sight.disconnect()
  }, [end, hasNextPage, isFetching, isError, fetchNextPage])
}

/** A margin counts only around the box that scrolls: a dialog's, or the page (`null`). */
const scroller = (element: Element) => element.closest('[data-scrolls]')

/** With the last page the button is gone, and the focus with it. */
function takeLostFocus(end: HTMLElement | null) {
  if (document.activeElement === document.body) end?.focus({ preventScroll: true })
}
