import { SearchX } from 'lucide-react'
import type { ListQuery } from '#web/api/address.ts'
import { Button } from '#web/components/Button.tsx'
import { focusHeading } from '#web/components/focus.ts'
import { isNarrowed } from './list-state.ts'

export type NothingFoundProps = { asked: ListQuery; onClear: () => void }

/** The message for a list without matches, with a button that clears the search and the filters. */
export function NothingFound({ asked: { q = [], ...filters }, onClear }: NothingFoundProps) {
  const [words] = q
  const isOnlySearch = words !== undefined && !isNarrowed(filters)

  function clear() {
    onClear()
    // The button disappears with the message.
    focusHeading()
  }

  return (
    <div className="grid animate-rise justify-items-center rounded-card border border-line-strong border-dashed px-6 py-14 text-center">
      <SearchX size={32} className="text-ink-3" />
      <h2 className="wrap-anywhere mt-4 text-head">{words === undefined ? 'No results' : `No results for “${words}”`}</h2>
      <p className="mt-1 mb-5 text-ink-2">
        {isOnlySearch
          ? 'Check the spelling, or try fewer words.'
          : `Nothing matches ${words === undefined ? 'these filters' : 'your search with these filters'}.`}
      </p>
      <Button onClick={clear}>{isOnlySearch ? 'Show all' : words === undefined ? 'Clear filters' : 'Clear search and filters'}</Button>
    </div>
  )
}
