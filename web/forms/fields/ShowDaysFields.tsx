import { useState } from 'react'
import { days } from '#contract/fields.ts'
import type { FieldProps } from '#web/forms/useForm.ts'
import { TextField } from './Field.tsx'
import { optionalText } from './optional-text.ts'

const dayInput = { type: 'date', min: days.first, max: days.last }

type Day = FieldProps<string | undefined>

/** The days on which the public sees a record, folded away unless one of them is set or wrong. */
export function ShowDaysFields({ from, until }: { from: Day; until: Day }) {
  const [isOpened, setOpened] = useState(false)
  const isUsed = [from, until].some(({ value, error }) => Boolean(value) || error !== undefined)
  return (
    <details open={isOpened || isUsed} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-control py-1 font-[550]">More options</summary>
      <div className="mt-3 grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...optionalText(from)} {...dayInput} label="Show from" hint="Leave empty to show now" />
        <TextField {...optionalText(until)} {...dayInput} label="Show until" hint="Leave empty for no end date" />
      </div>
      <p className="mt-1.5 text-ink-3 text-small">Outside these days, this is visible to staff only, not on the website.</p>
    </details>
  )
}
