import { useQuery } from '@tanstack/react-query'
import type { Branch } from '#contract/branches.ts'
import { formatCount } from '#web/components/format-count.ts'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { type FieldProps, useBeforeSubmit } from '#web/forms/useForm.ts'
import { comingBookings } from './api.ts'

type RenameBookingsProps = { branch: Branch; name: string; choice: FieldProps<boolean | undefined> }

/** Offers to rename the branch in its coming bookings as well; checked by default. */
export function RenameBookings({ branch, name, choice }: RenameBookingsProps) {
  const { data } = useQuery(comingBookings(branch._id))
  const count = data?.coming ?? 0
  const isOffered = count > 0 && name.trim() !== branch.name
  const isChosen = isOffered && choice.value !== false

  // The bookings are renamed only if the choice was shown and checked.
  useBeforeSubmit(choice, async () => {
    if (isChosen !== (choice.value ?? false)) choice.onChange(isChosen)
  })

  if (!isOffered) return null
  return (
    <CheckboxField
      {...choice}
      value={isChosen}
      label={count === 1 ? 'Also rename it on 1 upcoming booking' : `Also rename it on ${formatCount(count)} upcoming bookings`}
      hint="Past bookings keep the old name."
    />
  )
}
