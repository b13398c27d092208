import { anyDay, days } from '#contract/fields.ts'
import { TextField } from '#web/forms/fields/Field.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'

type PeriodFieldsProps = { firstDay: FieldProps<string>; lastDay: FieldProps<string> }

/** The first and the last day on which codes are valid. */
export const PeriodFields = ({ firstDay, lastDay }: PeriodFieldsProps) => (
  <>
    <TextField {...firstDay} label="First day" type="date" min={days.first} max={anyDay.last} hint="Leave empty to start now" />
    <TextField {...lastDay} label="Last day" type="date" min={days.first} max={anyDay.last} hint="Leave empty for no end date" />
  </>
)
