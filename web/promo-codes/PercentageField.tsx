import type { Bound } from '#web/ui/form/form.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'

export const PercentageField = (field: Bound<number> & { hint: string }) => (
  <NumberField {...field} label="Percentage" empty={Number.NaN} min={1} max={100} />
)
