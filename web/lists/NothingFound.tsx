import { SearchX } from 'lucide-react'
import { Button } from '#web/components/Button.tsx'
import { focusHeading } from '#web/components/focus.ts'

/** The message for a list without matches, with a button that clears the filters. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  function clear() {
    onClear()
    // The button disappears with the message.
    focusHeading()
  }

  return (
    <div className="grid animate-rise justify-items-center rounded-card border border-line-strong border-dashed px-6 py-14 text-center">
      <SearchX size={32} className="text-ink-3" />
      <h2 className="mt-4 text-head">No results</h2>
      <p className="mt-1 mb-5 text-ink-2">Nothing matches your search and filters.</p>
      <Button onClick={clear}>Clear filters</Button>
    </div>
  )
}
