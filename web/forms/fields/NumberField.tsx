import type { ComponentProps, ReactNode } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Field, ofInput } from './Field.tsx'
import { wholeNumber } from './whole-number.ts'

type NumberFieldProps<Empty extends number | null> = FieldProps<number | Empty> & {
  label: string
  hint?: ReactNode
  /** What an empty input means: `null` where that is an answer, `NaN` where a number is needed. */
  empty: Empty
} & Pick<ComponentProps<'input'>, 'min' | 'max' | 'placeholder'>

/** A whole number. Text that is none becomes `NaN`, which no schema takes, and never counts as empty. */
export function NumberField<Empty extends number | null>({ empty, ...field }: NumberFieldProps<Empty>) {
  const { value, onChange } = field
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          {...wiring}
          {...ofInput(field)}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          className="input tabular-nums"
          value={value === null || Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(target.value === '' && !target.validity.badInput ? empty : wholeNumber(target.value))}
        />
      )}
    </Field>
  )
}
