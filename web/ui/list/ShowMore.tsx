import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/base/Button.tsx'

type ShowMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  shown: number
  total: number
}

/** Loads the next page of a list that is longer than what is shown, says how many came, and keeps the focus at the list's end. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, shown, total }: ShowMoreProps) {
  const askedAt = useRef<number>(undefined)
  const [came, setCame] = useState(0)
  useEffect(() => {
    if (isFetchingNextPage || askedAt.current === undefined || shown === askedAt.current) return
    setCame(shown - askedAt.current)
    askedAt.current = undefined
  }, [isFetchingNextPage, shown])

  function showMore() {
    if (isFetchingNextPage) return
    askedAt.current = shown
    void fetchNextPage()
  }

  const isLong = hasNextPage || came > 0
  const sum = `${shown.toLocaleString()} of ${total.toLocaleString()}`
  return (
    <div className={isLong ? 'mt-6 grid justify-items-center gap-2' : ''}>
      {hasNextPage && (
        <Button onClick={showMore} aria-disabled={isFetchingNextPage} aria-busy={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
      {isLong && (
        <p tabIndex={-1} ref={hasNextPage ? null : takeLostFocus} className="text-ink-3 text-small tabular-nums">
          {sum}
        </p>
      )}
      <p role="status" className="sr-only">
        {came > 0 && `${came.toLocaleString()} more: ${sum}`}
      </p>
    </div>
  )
}

/** With the last page the button is gone, and the focus with it. */
function takeLostFocus(end: HTMLElement | null) {
  if (document.activeElement === document.body) end?.focus({ preventScroll: true })
}
