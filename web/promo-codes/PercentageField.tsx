import { NumberField } from '#web/forms/fields/NumberField.tsx'
import type { Bound } from '#web/forms/useForm.ts'

export const PercentageField = (field: Bound<number> & { hint: string }) => (
  <NumberField {...field} label="Percentage" empty={Number.NaN} min={1} max={100} />
)
