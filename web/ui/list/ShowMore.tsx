import { Button } from '#web/ui/base/Button.tsx'

type ShowMoreProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  shown: number
  total: number
}

/** Loads the next page of a list that is longer than what is shown. */
export function ShowMore({ query, shown, total }: ShowMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-6 grid justify-items-center gap-2">
      <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
        {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
      </Button>
      <p className="text-ink-3 text-small tabular-nums">
        {shown.toLocaleString()} of {total.toLocaleString()}
      </p>
    </div>
  )
}
