import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { useAfterRender } from '#web/components/after-render.ts'
import { IconButton } from '#web/components/Button.tsx'
import { focusHeading } from '#web/components/focus.ts'
import { formatTotal } from '#web/components/format-count.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { createSetting } from '#web/setting.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { useStore } from '#web/store.ts'
import { totals } from './api.ts'
import { daysOfMonth, thisMonth } from './months.ts'
import { statuses } from './statuses.ts'

const NumbersPanel = lazyScreen(async () => (await import('./NumbersPanel.tsx')).NumbersPanel)

type NumbersProps = { state: ListState; isReady: boolean; panel: ReturnType<typeof useNumbers> }

/**
 * The numbers of the listed bookings: those of each status in its head, the others below. Where the list shows all days, they are of this month.
 * `isReady`: the list has loaded or failed.
 */
export function Numbers({ state, isReady, panel }: NumbersProps) {
  const asked = state.asked.date ? state.asked : { ...state.asked, date: [daysOfMonth(thisMonth())] }
  const { data, isError } = useQuery({ ...totals(asked), enabled: isReady })
  return (
    <section
      ref={panel.section}
      tabIndex={-1}
      aria-label="Numbers"
      className="relative mb-4 rounded-card border border-line bg-surface focus:outline-none print:hidden"
    >
      <div className="flex min-h-11 items-center gap-x-4 py-1 pr-12 pl-4 text-ink-2 text-small">
        <h2 className="text-card text-ink max-sm:sr-only">Numbers</h2>
        {/* Their line is there before them, so that nothing moves when they come. */}
        <p className="flex min-h-[1lh] grow gap-x-4 max-sm:min-h-[2lh] max-sm:gap-x-2 max-sm:*:flex-1">
          {isError && !data && "couldn't be loaded"}
          {data && statuses.map((status) => <Total key={status.name} {...status} count={data[status.name]} />)}
        </p>
      </div>
      <Suspense>
        <NumbersPanel state={state} asked={asked} isReady={isReady} />
      </Suspense>
      <IconButton label="Hide numbers" className="!absolute top-1.5 right-1.5" onClick={panel.toggle} Icon={X} />
    </section>
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

/** Whether this browser shows the numbers: a matter of taste, as the view is. */
const fold = createSetting('moviebox.bookings.numbers', ['folded', 'open'])

/** Whether the numbers are shown. `toggle` also moves the focus: into the panel, or to the heading. */
export function useNumbers() {
  const isOpen = useStore(fold) === 'open'
  const section = useRef<HTMLElement>(null)
  const afterRender = useAfterRender()

  function toggle() {
    fold.set(isOpen ? 'folded' : 'open')
    // The Tab key then leads into the opened panel.
    afterRender(() => (section.current ? section.current.focus({ preventScroll: true }) : focusHeading({ preventScroll: true })))
  }

  useShortcuts({ o: toggle })
  return { isOpen, toggle, section }
}
