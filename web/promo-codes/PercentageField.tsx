import { NumberField } from '#web/forms/fields/NumberField.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'

export const PercentageField = (field: FieldProps<number> & { hint: string }) => (
  <NumberField {...field} label="Percentage" empty={Number.NaN} unit="%" />
)
