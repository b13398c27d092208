import { type ReactNode, useState } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Field, ofInput } from './Field.tsx'
import { wholeNumber } from './whole-number.ts'

type NumberFieldProps<Empty extends number | null> = FieldProps<number | Empty> & {
  label: string
  hint?: ReactNode
  /** The value of an empty input: `null` for an optional number, `NaN` for a required one. */
  empty: Empty
  /** May follow the number: `%`. */
  unit?: string
}

/**
 * A whole number. Text that is none becomes `NaN`, which no schema takes, and never counts as empty. The input is of text, because a browser drops
 * the comma of `12,5` from an input of numbers, and leaves 125.
 */
export function NumberField<Empty extends number | null>({ empty, unit, ...field }: NumberFieldProps<Empty>) {
  const [typed, setTyped] = useState('')
  const { value, onChange } = field
  const numberOf = (text: string) => (text.trim() === '' ? empty : wholeNumber(text, unit))
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          {...wiring}
          {...ofInput(field)}
          inputMode="numeric"
          autoComplete="off"
          className="input tabular-nums"
          value={Object.is(numberOf(typed), value) ? typed : value === null || Number.isNaN(value) ? '' : value}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(numberOf(target.value))
          }}
        />
      )}
    </Field>
  )
}
