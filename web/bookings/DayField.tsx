import type { KeyboardEvent } from 'react'
import { weekdayInWords } from '#web/ui/base/dates.ts'
import { TextField } from '#web/ui/form/Field.tsx'
import type { Bound } from '#web/ui/form/form.ts'
import { nameOf } from '#web/ui/keys/pressed.ts'
import { chip, chipOff, chipOn } from '#web/ui/list/ChoiceFilter.tsx'
import { goOn } from './going-on.ts'
import { daysSoon, type Soon, soon } from './soon.ts'

/** The day of a booking: typed, or one of those that callers ask for most, with a click, an arrow key, or its underlined letter typed in place of a date. */
export function DayField(day: Bound<string>) {
  function choose(event: KeyboardEvent<HTMLElement>) {
    const named = soon().find(({ letter }) => letter === nameOf(event.nativeEvent))
    if (!named) return goOn(event)
    event.preventDefault()
    day.onChange(named.date)
  }

  return (
    <div>
      <TextField {...day} label="Date" type="date" onKeyDown={choose} />
      <fieldset className="mt-2 flex flex-wrap gap-1.5">
        <legend className="sr-only">Days that are asked for most</legend>
        {daysSoon().map((each) => (
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
    </div>
  )
}

function Name({ name, letter }: Soon) {
  const at = name.toLowerCase().indexOf(letter)
  return (
    <span>
      {name.slice(0, at)}
      <u className="decoration-current/50 underline-offset-2">{name.charAt(at)}</u>
      {name.slice(at + 1)}
    </span>
  )
}
