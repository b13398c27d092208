import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { formatTotal } from '#web/components/format-count.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { createSetting } from '#web/setting.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { useStore } from '#web/store.ts'
import { totals } from './api.ts'
import { statuses } from './statuses.ts'

const NumbersPanel = lazyScreen(async () => (await import('./NumbersPanel.tsx')).NumbersPanel)

/** How many of the bookings that are asked for have which status, in a line that opens to more. `isReady`: the list itself has come, or won't. */
export function Numbers({ state, isReady }: { state: ListState; isReady: boolean }) {
  const isOpen = useStore(fold) === 'open'
  const setOpen = (next: boolean) => fold.set(next ? 'open' : 'folded')
  const line = useRef<HTMLElement>(null)
  useShortcuts({
    o: () => {
      setOpen(!isOpen)
      // The Tab key then leads into the opened panel.
      line.current?.focus()
    },
  })
  const { data, isError } = useQuery({ ...totals(state.asked), enabled: isReady })
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mb-5 rounded-card border border-line bg-surface print:hidden"
    >
      <summary
        ref={line}
        className="flex min-h-10 flex-wrap list-none items-center gap-x-4 rounded-card px-3 py-1 text-ink-2 text-small hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <span className="inline-flex items-center gap-1 font-[550]">
          <ChevronRight size={16} aria-hidden="true" className="transition-transform [details[open]_&]:rotate-90" />
          Numbers
        </span>
        {/* Their line is there before them, so that nothing moves when they come. */}
        <span className="flex min-h-[1lh] gap-x-4 max-sm:min-h-[2lh] max-sm:grow max-sm:gap-x-2 max-sm:*:flex-1 max-[22rem]:w-full">
          {isError && !data && 'could not be loaded'}
          {data && statuses.map((status) => <Total key={status.name} {...status} count={data[status.name]} />)}
        </span>
      </summary>
      {isOpen && (
        <Suspense>
          <NumbersPanel state={state} isReady={isReady} />
        </Suspense>
      )}
    </details>
  )
}

const Total = ({ name, colour, count }: (typeof statuses)[number] & { count: number }) => (
  <span className="whitespace-nowrap tabular-nums">
    <span className="font-[600] text-ink max-sm:block">
      <span aria-hidden="true" className={`mr-1.5 inline-block size-2 rounded-full bg-current ${colour}`} />
      {formatTotal(count)}
    </span>{' '}
    {name}
  </span>
)

/** Whether this browser shows them all: a matter of taste, as the view is. */
const fold = createSetting('moviebox.bookings.numbers', ['folded', 'open'])
