import { daysAfter, weekdayOf, weekdays } from '#contract/dates.ts'
import { today } from '#web/api/chain-day.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'
import type { ListState } from '#web/lists/list-state.ts'

/** The days that are asked for most, each with one click; `All` shows every day again. */
export function DayChips({ state: { asked, set } }: { state: ListState }) {
  const date = asked.date?.[0] ?? ''
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Days</legend>
      {Object.entries(presets()).map(([label, days]) => (
        <button
          key={label}
          type="button"
          aria-pressed={date === days}
          className={`${chip} ${date === days ? chipOn : chipOff}`}
          onClick={() => set({ date: days ? [days] : [] })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** A week begins on Monday (ISO 8601). */
function presets(): Record<string, string> {
  const day = (count: number) => daysAfter(today(), count)
  const sinceMonday = weekdays.indexOf(weekdayOf(today()))
  return {
    Today: `${day(0)}..${day(0)}`,
    Tomorrow: `${day(1)}..${day(1)}`,
    'This week': `${day(-sinceMonday)}..${day(6 - sinceMonday)}`,
    Past: `..${day(-1)}`,
    All: '',
  }
}
