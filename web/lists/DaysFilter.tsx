import { X } from 'lucide-react'
import { useRef } from 'react'
import { daysOf } from '#contract/listing.ts'
import { IconButton } from '#web/components/Button.tsx'
import { focusFirstIn } from '#web/components/focus.ts'
import { DayInput } from './DayInput.tsx'

type DaysFilterProps = { label: string; values: readonly string[]; onChange: (values: string[]) => void }

/** A range of days, both ends included and optional. Moving one end beyond the other moves both. */
export function DaysFilter({ label, values, onChange }: DaysFilterProps) {
  const ends = useRef<HTMLFieldSetElement>(null)
  const { from, to } = daysOf(values[0] ?? '')
  const change = (first: string, last: string) => onChange(first || last ? [`${first}..${last}`] : [])
  return (
    <fieldset ref={ends} className="inline-flex items-center gap-1.5 text-ink-2 max-sm:flex max-sm:w-full max-sm:min-w-0">
      <legend className="sr-only">{label}</legend>
      <DayInput label={`${label} from`} value={from} onChange={(day) => change(day, to && day > to ? day : to)} />
      <span aria-hidden="true">–</span>
      <DayInput label={`${label} to`} value={to} onChange={(day) => change(day && day < from ? day : from, day)} />
      {values.length > 0 && (
        <IconButton
          label={`Clear ${label.toLowerCase()}`}
          onClick={() => {
            onChange([])
            focusFirstIn(ends.current)
          }}
          Icon={X}
          size={14}
        />
      )}
    </fieldset>
  )
}
