import { type PromoCode, PromoCodeInput } from '#contract/promo-codes.ts'
import { dayOrNone } from '#web/components/dates.ts'
import { Preview } from '#web/forms/editor/Preview.tsx'
import type { Fields } from '#web/forms/useForm.ts'
import { type Limited, useBranchChoices } from './branches.ts'
import { PromoCodeTicket } from './PromoCodeTicket.tsx'

/** The ticket of the promo code in the form, with the valid fields. */
export function PromoCodePreview({ field, stored }: { field: Fields<PromoCodeInput>; stored: Limited & Pick<PromoCode, 'uses'> }) {
  const branches = field('branches').value
  const { data: percentage = Number.NaN } = PromoCodeInput.shape.percentage.safeParse(field('percentage').value)
  const { data: mostUses = null } = PromoCodeInput.shape.mostUses.safeParse(field('mostUses').value)
  const { choices } = useBranchChoices(stored, branches)
  const promoCode = {
    code: field('code').value || 'Promo Code',
    percentage,
    firstDay: dayOrNone(field('firstDay').value),
    lastDay: dayOrNone(field('lastDay').value),
    mostUses,
    paused: field('paused').value,
    weekdays: field('weekdays').value,
    branchNames: choices.filter(({ value }) => branches.includes(value)).map(({ label }) => label),
    uses: stored.uses,
  }
  return (
    <Preview>
      <PromoCodeTicket promoCode={promoCode} to="" />
    </Preview>
  )
}
