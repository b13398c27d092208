import { useRef } from 'react'
import { type PromoCode, promoCodes } from '#contract/promo-codes.ts'
import { useFieldChange } from '#web/lists/field-change.ts'
import { promoCodeApi } from './api.ts'

/** Pauses a code, or starts it again; Undo takes that back. */
export function usePausing(promoCode: PromoCode) {
  const change = useFieldChange({
    resource: promoCodeApi,
    field: 'paused',
    answer: promoCodes.get.answer,
    changed: ({ paused }) => (paused ? 'is paused.' : 'was started.'),
    changedBack: ({ paused }) => (paused ? 'is paused again.' : 'was started again.'),
  })
  // The second click of a double one would take the first back.
  const isUnderWay = useRef(false)

  return async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await change(promoCode, !promoCode.paused)
    isUnderWay.current = false
  }
}
