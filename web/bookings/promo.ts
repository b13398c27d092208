import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Booking } from '#contract/bookings.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { ApiError, call } from '#web/api/call.ts'
import type { Bound } from '#web/ui/form/form.ts'

type Carried = Pick<Booking, 'promoCode' | 'discountPercentage'>

/**
 * The states of a booking's promo code: not applied, validating, applied, failed. The form is not sent with a code that was
 * typed but not applied: it is applied first. The code that the stored booking carries keeps its discount unasked.
 */
export function usePromo(code: Bound<string>, discount: Bound<number>, carried: Carried | undefined) {
  const [refused, setRefused] = useState<{ code: string; text: string }>()
  const [isValidating, setIsValidating] = useState(false)
  const running = useRef<Promise<void>>(undefined)
  const problem = refused?.code === code.value ? refused.text : code.error
  const isApplied = code.value !== '' && discount.value > 0 && problem === undefined

  function settle(percentage: number, text?: string) {
    flushSync(() => {
      setIsValidating(false)
      setRefused(text === undefined ? undefined : { code: code.value, text })
      // Also withdraws what the server said about the code when the form was sent.
      code.onChange(code.value)
      discount.onChange(percentage)
    })
  }

  async function validate() {
    if (code.value.trim() === '') return settle(0, 'Please enter a promo code')
    if (code.value === carried?.promoCode) return settle(carried.discountPercentage)
    setIsValidating(true)
    try {
      const { discountPercentage } = await call(promoCodes.validate, { body: { code: code.value } })
      settle(discountPercentage)
    } catch (error) {
      console.error('Invalid promo code', error)
      settle(0, sentence(error))
      throw error
    }
  }

  /** Asks the server for the discount; fails where the code is refused. */
  function apply(): Promise<void> {
    running.current ??= validate().finally(() => {
      running.current = undefined
    })
    return running.current
  }

  useEffect(() => code.beforeSubmit(async () => (code.value.trim() === '' || isApplied ? setRefused(undefined) : apply())))

  return {
    problem,
    isApplied,
    isValidating,
    apply,
    type(typed: string) {
      code.onChange(typed)
      discount.onChange(0)
    },
  }
}

/** What a person reads. Only a server that looked at the code can call it invalid. */
function sentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return 'The promo code could not be checked because the server gave no answer. Press Apply to try again.'
  return error.status === 429 ? error.message : 'Invalid or expired promo code'
}
