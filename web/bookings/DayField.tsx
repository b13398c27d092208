import type { KeyboardEvent } from 'react'
import { firstBookingDay } from '#contract/bookings.ts'
import { days } from '#contract/fields.ts'
import { today } from '#web/api/chain-day.ts'
import { weekdayInWords } from '#web/components/dates.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import { LiveRemark } from '#web/components/LiveRemark.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { type DayPreset, dayPresets, distinctDayPresets } from './day-presets.ts'
import { focusNextField } from './enter-to-next-field.ts'

/** How long a day must have stood there before it counts as past, in milliseconds: 2026 begins as the year 2. */
const pause = 700

type DayFieldProps = FieldProps<string> & { stored: string | undefined }

/** The day of a booking: typed, or one of those that callers ask for most, with a click, an arrow key, or its underlined letter typed in place of a date. One that is past may be meant, if it isn't the one that is `stored`. */
export function DayField({ stored, ...day }: DayFieldProps) {
  const settled = useDebouncedValue(day.value, pause)
  const isPast = day.value === settled && settled !== '' && settled !== stored && settled < today()
  function choose(event: KeyboardEvent<HTMLElement>) {
    const named = dayPresets().find(({ letter }) => letter === nameOf(event.nativeEvent))
    if (!named) return focusNextField(event)
    event.preventDefault()
    day.onChange(named.date)
  }

  return (
    <div>
      <TextField {...day} label="Date" type="date" min={firstBookingDay} max={days.last} onKeyDown={choose} />
      <fieldset className="mt-2 flex flex-wrap gap-1.5">
        <legend className="sr-only">Common dates</legend>
        {distinctDayPresets().map((each) => (
          <label
            key={each.date}
            title={weekdayInWords(each.date)}
            className={`${chip} inline-flex cursor-pointer items-center has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${each.date === day.value ? chipOn : chipOff}`}
          >
            <input
              type="radio"
              name="soon"
              checked={each.date === day.value}
              onChange={() => day.onChange(each.date)}
              onKeyDown={choose}
              className="sr-only"
            />
            <Name {...each} />
          </label>
        ))}
      </fieldset>
      <LiveRemark>{isPast && `This date is in the past. ${stored === undefined ? 'Create' : 'Save'} anyway?`}</LiveRemark>
    </div>
  )
}

function Name({ name, letter }: DayPreset) {
  const at = name.toLowerCase().indexOf(letter)
  return (
    <span>
      {name.slice(0, at)}
      <u className="decoration-current/50 underline-offset-2">{name.charAt(at)}</u>
      {name.slice(at + 1)}
    </span>
  )
}
