import type { PromoCodeInput } from '#contract/promo-codes.ts'
import { dayOrNone } from '#web/ui/base/dates.ts'
import type { Fields } from '#web/ui/form/form.ts'
import { Preview } from '#web/ui/form/Preview.tsx'
import { PromoCodeTicket } from './PromoCodeTicket.tsx'

/** The ticket of a promo code, as far as it is filled in. */
export function PromoCodePreview({ field, uses }: { field: Fields<PromoCodeInput>; uses: number }) {
  const promoCode = {
    code: field('code').value || 'Promo Code',
    percentage: field('percentage').value,
    firstDay: dayOrNone(field('firstDay').value),
    lastDay: dayOrNone(field('lastDay').value),
    mostUses: field('mostUses').value,
    paused: field('paused').value,
    uses,
  }
  return (
    <Preview>
      <PromoCodeTicket promoCode={promoCode} to="" />
    </Preview>
  )
}
