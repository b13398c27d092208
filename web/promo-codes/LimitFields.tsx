import { weekdays } from '#contract/dates.ts'
import type { PromoCodeInput } from '#contract/promo-codes.ts'
import { Alert } from '#web/components/Alert.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { type Limited, useBranchChoices } from './branches.ts'
import { ChoicesField } from './ChoicesField.tsx'

const days = weekdays.map((day) => ({ value: day, label: day }))

type LimitFieldsProps = {
  weekdays: FieldProps<PromoCodeInput['weekdays']>
  branches: FieldProps<PromoCodeInput['branches']>
  /** The branches that the stored code is limited to. */
  stored: Limited
}

const stillLimited = 'This code is limited to a deleted branch. Deselect the branch to remove the limit.'
const notChosen = "A deleted branch can't be selected. Deselect it, or restore the branch first."

/** When and where a code is valid. */
export function LimitFields({ weekdays, branches, stored }: LimitFieldsProps) {
  const { choices, gone, isError, refetch } = useBranchChoices(stored, branches.value)
  const held = gone.filter((id) => branches.value.includes(id))
  const isLimited = held.length > 0 && held.every((id) => stored.branches.includes(id))
  return (
    <>
      <ChoicesField {...weekdays} label="Weekdays" options={days} hint="Applies to the booking's date. Select none for every day." />
      <div>
        <ChoicesField
          {...branches}
          label="Branches"
          options={choices}
          hint={held.length === 0 ? 'Select none for every branch.' : isLimited ? stillLimited : notChosen}
        />
        {isError && (
          <div className="mt-2">
            <Alert text="Failed to fetch branches" onRetry={() => void refetch()} />
          </div>
        )}
      </div>
    </>
  )
}
