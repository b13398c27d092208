import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { chainDayOf } from '#contract/dates.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { dayEndsAt } from '#web/api/chain-day.ts'
import { dayOrNone } from '#web/components/dates.ts'
import { type FieldProps, useBeforeSubmit } from '#web/forms/useForm.ts'

type Carried = Pick<Booking, 'promoCode' | 'discountPercentage'>

/** The branch, the date and the time of the visit, as far as they are filled in. */
export type Visit = Pick<Booking, 'branchName' | 'date' | 'time'>

/** A question to the server: the code, and everything that the answer depends on. */
type Asked = { code: string; about: string }

type Promo = { code: FieldProps<string>; discount: FieldProps<number>; carried: Carried | undefined; visit: Visit }

/** The message for a refused code, and the `reason` for staff if the server gave one. */
type Refusal = { text: string; reason: string | undefined }

const invalid = 'Invalid or expired promo code'

/**
 * The states of a booking's promo code: not applied, validating, applied, failed. The form is not sent with a code that was
 * typed but not applied, or applied for another day or branch: it is applied first. The code that the stored booking carries keeps its
 * discount unasked.
 */
export function usePromo({ code, discount, carried, visit }: Promo) {
  const about = JSON.stringify([code.value, visit.branchName, dayOf(visit)])
  const [refused, setRefused] = useState<Refusal & { about: string }>()
  const [appliedTo, setAppliedTo] = useState('')
  const [askedAbout, setAskedAbout] = useState<string>()
  const running = useRef<{ code: string; check: Promise<boolean> }>(undefined)
  const isValidating = askedAbout === code.value
  const isCarried = code.value === carried?.promoCode
  const known = refused?.about === about ? refused : undefined
  const problem = known ? known.text : code.error
  const isApplied = code.value !== '' && discount.value > 0 && problem === undefined

  /** Applies the answer to the current form, and returns whether it still applies: the code may have been removed meanwhile. */
  const settle = useEffectEvent((asked: Asked, percentage: number, refusal?: Refusal): boolean => {
    setAskedAbout((latest) => (latest === asked.code ? undefined : latest))
    if (asked.code !== code.value) return false
    setRefused(refusal && { ...refusal, about: asked.about })
    setAppliedTo(asked.about)
    // Withdraws what the server said about the code when the form was sent.
    if (code.error) code.onChange(code.value)
    discount.onChange(percentage)
    return true
  })

  async function validate(): Promise<boolean> {
    const asked = { code: code.value, about }
    if (code.value.trim() === '') return settle(asked, 0, { text: 'Please enter a promo code', reason: undefined })
    if (isCarried && carried) return settle(asked, carried.discountPercentage)
    setAskedAbout(code.value)
    try {
      const { discountPercentage } = await call(promoCodes.validate, { body: { code: code.value, ...told(visit) } })
      return settle(asked, discountPercentage)
    } catch (error) {
      console.error('Invalid promo code', error)
      if (settle(asked, 0, refusalIn(error))) throw error
      return false
    }
  }

  /** Asks the server for the discount. Rejects if the code is refused; returns `false` if the form has another code by then. */
  function apply(): Promise<boolean> {
    if (running.current?.code === code.value) return running.current.check
    const check = validate().finally(() => {
      if (running.current?.check === check) running.current = undefined
    })
    running.current = { code: code.value, check }
    return check
  }

  const isSettled = code.value.trim() === '' || (isApplied && (isCarried || appliedTo === about))
  const settleFirst = useEffectEvent(async (): Promise<void> => {
    if (isSettled) return setRefused(undefined)
    // The user may have typed another code since the request.
    if (!(await apply())) await settleFirst()
  })
  useBeforeSubmit(code, () => settleFirst())

  // A refusal of the whole booking has no reason, so the code is validated again to get one.
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

/** The chain's day of the visit. A day that is still being typed is none. */
const dayOf = ({ date, time }: Visit) => chainDayOf({ date: dayOrNone(date), time }, dayEndsAt())

function told(visit: Visit): Partial<Visit> {
  const { branchName } = visit
  const date = dayOf(visit)
  return { ...(branchName !== '' && { branchName }), ...(date !== '' && { date }) }
}

/** Only a server that looked at the code can call it invalid. */
function refusalIn(error: unknown): Refusal {
  const { status = 0, message = '', reason, fields } = error instanceof ApiError ? error : {}
  if (status === 0 || status >= 500) {
    const text = "The promo code couldn't be checked because the server didn't respond. Select Apply to try again."
    return { text, reason: undefined }
  }
  // The field itself reports a malformed code.
  return { text: status === 429 ? message : invalid, reason: reason ?? (fields?.code === invalid ? undefined : fields?.code) }
}
