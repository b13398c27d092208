import type { ReactNode } from 'react'
import { anyDay, days } from '#contract/fields.ts'
import { TextField } from '#web/forms/fields/Field.tsx'
import { NumberField } from '#web/forms/fields/NumberField.tsx'
import { inUpperCase } from '#web/forms/fields/upper-case.ts'
import type { FieldProps } from '#web/forms/useForm.ts'

/** A code, or the prefix of many: upper case, without spelling correction. */
export const LettersField = (field: FieldProps<string> & { label: string; hint?: ReactNode }) => (
  <TextField {...field} autoCapitalize="characters" autoComplete="off" spellCheck={false} {...inUpperCase(field.onChange)} />
)

export const PercentageField = (field: FieldProps<number> & { hint: string }) => (
  <NumberField {...field} label="Percentage" empty={Number.NaN} unit="%" />
)

type PeriodFieldsProps = { firstDay: FieldProps<string>; lastDay: FieldProps<string> }

/** The first and the last day on which codes are valid. */
export const PeriodFields = ({ firstDay, lastDay }: PeriodFieldsProps) => (
  <>
    <TextField {...firstDay} label="First day" type="date" min={days.first} max={anyDay.last} hint="Leave empty to start now" />
    <TextField {...lastDay} label="Last day" type="date" min={days.first} max={anyDay.last} hint="Leave empty for no end date" />
  </>
)
