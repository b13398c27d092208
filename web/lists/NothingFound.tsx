import { SearchX } from 'lucide-react'
import type { ListQuery } from '#web/api/address.ts'
import { isSuggesting } from '#web/api/suggestions.ts'
import { Button } from '#web/components/Button.tsx'
import { focusHeading } from '#web/components/focus.ts'
import { isNarrowed } from './list-state.ts'
import { Suggestions } from './Suggestions.tsx'

export type NothingFoundProps = {
  asked: ListQuery
  /** The list, if similar names are to be suggested. */
  of?: string
  onClear: () => void
}

/** The message for a list without matches, with suggestions and a button that clears the search and the filters. */
export function NothingFound({ asked, of = '', onClear }: NothingFoundProps) {
  const { q: [words] = [], ...filters } = asked
  const isOnlySearch = words !== undefined && !isNarrowed(filters)
  const hint = isOnlySearch
    ? 'Check the spelling, or try fewer words.'
    : `Nothing matches ${words === undefined ? 'these filters' : 'your search with these filters'}.`

  function clear() {
    onClear()
    // The button disappears with the message.
    focusHeading()
  }

  return (
    <div className="grid animate-rise justify-items-center rounded-card border border-line-strong border-dashed px-6 py-14 text-center">
      <SearchX size={32} className="text-ink-3" />
      <h2 className="wrap-anywhere mt-4 text-head">{words === undefined ? 'No results' : `No results for “${words}”`}</h2>
      <p role="status" className="wrap-anywhere mt-1 mb-5 max-w-[60ch] text-balance text-ink-2">
        {words !== undefined && isSuggesting(of) ? <Suggestions of={of} asked={asked} hint={hint} /> : hint}
      </p>
      <Button onClick={clear}>{isOnlySearch ? 'Show all' : words === undefined ? 'Clear filters' : 'Clear search and filters'}</Button>
    </div>
  )
}
