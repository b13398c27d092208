import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Booking } from '#contract/bookings.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { dayOrNone } from '#web/ui/base/dates.ts'
import type { Bound } from '#web/ui/form/form.ts'

type Carried = Pick<Booking, 'promoCode' | 'discountPercentage'>

/** Where and when the guest comes, as far as it is filled in. */
export type Visit = Pick<Booking, 'branchName' | 'date'>

type Promo = { code: Bound<string>; discount: Bound<number>; carried: Carried | undefined; visit: Visit }

/** What a person reads of a code that was refused: `reason` is for staff, where the server knows it. */
type Refusal = { text: string; reason: string | undefined }

const invalid = 'Invalid or expired promo code'

/**
 * The states of a booking's promo code: not applied, validating, applied, failed. The form is not sent with a code that was
 * typed but not applied, or applied for another day or branch: it is applied first. The code that the stored booking carries keeps its
 * discount unasked.
 */
export function usePromo({ code, discount, carried, visit }: Promo) {
  const about = JSON.stringify([code.value, visit.branchName, visit.date])
  const [refused, setRefused] = useState<Refusal & { about: string }>()
  const [appliedTo, setAppliedTo] = useState('')
  const [isValidating, setIsValidating] = useState(false)
  const running = useRef<Promise<void>>(undefined)
  const isCarried = code.value === carried?.promoCode
  const known = refused?.about === about ? refused : undefined
  const problem = known ? known.text : code.error
  const isApplied = code.value !== '' && discount.value > 0 && problem === undefined

  function settle(percentage: number, refusal?: Refusal) {
    flushSync(() => {
      setIsValidating(false)
      setRefused(refusal && { ...refusal, about })
      setAppliedTo(about)
      // Also withdraws what the server said about the code when the form was sent.
      code.onChange(code.value)
      discount.onChange(percentage)
    })
  }

  async function validate() {
    if (code.value.trim() === '') return settle(0, { text: 'Please enter a promo code', reason: undefined })
    if (isCarried && carried) return settle(carried.discountPercentage)
    setIsValidating(true)
    try {
      const { discountPercentage } = await call(promoCodes.validate, { body: { code: code.value, ...told(visit) } })
      settle(discountPercentage)
    } catch (error) {
      console.error('Invalid promo code', error)
      settle(0, refusalIn(error))
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

  const isSettled = code.value.trim() === '' || (isApplied && (isCarried || appliedTo === about))
  useEffect(() => code.beforeSubmit(async () => (isSettled ? setRefused(undefined) : apply())))

  // A form hears no reasons: where the code was refused with the whole booking, it is asked for.
  const learnWhy = useEffectEvent(() => void apply().catch(() => {}))
  const isRefused = code.error === invalid
  useEffect(() => {
    if (isRefused) learnWhy()
  }, [isRefused])

  return {
    problem,
    reason: known?.reason,
    isApplied,
    isValidating,
    apply,
    type(typed: string) {
      code.onChange(typed)
      discount.onChange(0)
    },
  }
}

/** A day that is still being typed is none. */
function told({ branchName, date }: Visit): Partial<Visit> {
  const day = dayOrNone(date)
  return { ...(branchName !== '' && { branchName }), ...(day !== '' && { date: day }) }
}

/** Only a server that looked at the code can call it invalid. */
function refusalIn(error: unknown): Refusal {
  const { status = 0, message = '', reason } = error instanceof ApiError ? error : {}
  if (status === 0 || status >= 500) {
    const text = 'The promo code could not be checked because the server gave no answer. Press Apply to try again.'
    return { text, reason: undefined }
  }
  return { text: status === 429 ? message : invalid, reason }
}
