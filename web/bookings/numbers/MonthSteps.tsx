import { ChevronLeft, ChevronRight } from 'lucide-react'
import { daysOf } from '#contract/listing.ts'
import { IconButton } from '#web/components/Button.tsx'
import { monthInWords } from '#web/components/dates.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'
import type { ListState } from '#web/lists/list-state.ts'
import { daysOfMonth, monthAfter, monthOf, thisMonth } from './months.ts'

/** Narrows the list down to a month, that of its first day or else this one, and goes from month to month. */
export function MonthSteps({ state: { asked, set } }: { state: ListState }) {
  const days = asked.date?.length === 1 ? asked.date[0] : undefined
  const asksFor = monthOf(days)
  const month = asksFor ?? (daysOf(days ?? '').from.slice(0, 7) || thisMonth())
  const step = (count: number) => set({ date: [daysOfMonth(monthAfter(month, count))] })
  return (
    <div className="flex items-center gap-0.5">
      <IconButton label={`Show ${monthInWords(monthAfter(month, -1))}`} onClick={() => step(-1)} Icon={ChevronLeft} />
      <button
        type="button"
        aria-pressed={asksFor !== undefined}
        className={`${chip} tabular-nums ${asksFor ? chipOn : chipOff}`}
        onClick={() => set({ date: asksFor ? [] : [daysOfMonth(month)] })}
      >
        {monthInWords(month)}
      </button>
      <IconButton label={`Show ${monthInWords(monthAfter(month, 1))}`} onClick={() => step(1)} Icon={ChevronRight} />
    </div>
  )
}
