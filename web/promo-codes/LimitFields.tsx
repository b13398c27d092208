import { weekdays } from '#contract/dates.ts'
import type { PromoCodeInput } from '#contract/promo-codes.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import type { Bound } from '#web/ui/form/form.ts'
import { type Limited, useBranchChoices } from './branches.ts'
import { ChoicesField } from './ChoicesField.tsx'

const days = weekdays.map((day) => ({ value: day, label: day }))

type LimitFieldsProps = {
  weekdays: Bound<PromoCodeInput['weekdays']>
  branches: Bound<PromoCodeInput['branches']>
  /** The branches that the stored code is limited to. */
  stored: Limited
}

/** When and where a code is valid. */
export function LimitFields({ weekdays, branches, stored }: LimitFieldsProps) {
  const { choices, gone, isError, refetch } = useBranchChoices(stored, branches.value)
  const isHeld = gone.some((id) => branches.value.includes(id))
  return (
    <>
      <ChoicesField {...weekdays} label="Weekdays" options={days} hint="The day of the booking counts. None: every day." />
      <div>
        <ChoicesField
          {...branches}
          label="Branches"
          options={choices}
          hint={isHeld ? 'A branch that was deleted still limits the code, until you take it out here.' : 'None: every branch.'}
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
