import { ChevronDown } from 'lucide-react'
import { useMediaQuery, wide } from '#web/components/media-query.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'
import type { ListState } from '#web/lists/list-state.ts'
import { movingDays } from '#web/views/moving-days.ts'

/** The days that are asked for most, each with one click, or in a menu where the window is narrow; `All` shows every day again. */
export function DayChips({ state: { asked, set } }: { state: ListState }) {
  const isWide = useMediaQuery(wide)
  const date = asked.date?.[0] ?? ''
  const choose = (days: string) => set({ date: days ? [days] : [] })
  const days = Object.entries(presets())
  if (!isWide)
    return (
      <div className={`relative ${chip} ${date ? chipOn : chipOff} !px-0`}>
        <select
          aria-label="Days"
          value={date}
          onChange={({ target }) => choose(target.value)}
          className="field-sizing-content max-w-32 cursor-pointer appearance-none truncate rounded-full bg-transparent py-1 pr-7 pl-3 text-inherit [&>option]:bg-surface [&>option]:text-ink"
        >
          {days.map(([label, value]) => (
            <option key={label} value={value}>
              {value ? label : 'All days'}
            </option>
          ))}
          {!isPreset(date) && <option value={date}>Custom dates</option>}
        </select>
        <ChevronDown size={14} className="pointer-events-none absolute inset-y-0 right-2 my-auto" />
      </div>
    )
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">Days</legend>
      {days.map(([label, value]) => (
        <button
          key={label}
          type="button"
          aria-pressed={date === value}
          className={`${chip} ${date === value ? chipOn : chipOff}`}
          onClick={() => choose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether these days are those of a chip. */
export const isPreset = (date: string): boolean => Object.values(presets()).includes(date)

function presets(): Record<string, string> {
  const { today, tomorrow, past, ...days } = movingDays()
  return { Today: today, Tomorrow: tomorrow, 'This week': days['this-week'], Past: past, All: '' }
}
