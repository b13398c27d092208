import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookingInput, Caller } from '#contract/bookings.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import { useOnceReady } from '#web/components/once-ready.ts'
import type { Fields } from '#web/forms/useForm.ts'
import { callersWith } from './api.ts'

/** How long no key must have been pressed before the server is asked, in milliseconds: about as long as between two keys of who types in a hurry. */
const pause = 120

const taken = ['branchName', 'time', 'fullName'] as const
type Taken = Pick<BookingInput, (typeof taken)[number]>

/**
 * Earlier guests with the phone number in the form. Their data fills fields without input: empty ones, ones
 * with the initial value (`start`), and ones filled from another guest.
 */
export function useCallers(field: Fields<BookingInput>, start: Taken) {
  const phone = field('phoneNumber')
  const asked = useDebouncedValue(phone.value, pause)
  const { data = [], isFetching } = useQuery(callersWith(asked))
  const isAnswered = asked === phone.value && !isFetching
  // The number whose guest was taken or whose suggestions were dismissed.
  const [settled, setSettled] = useState('')
  const [came, setCame] = useState<Taken & Partial<Pick<Caller, 'note'>>>(start)
  // The answer may belong to the number before the last key press.
  const callers = phone.value === settled || asked !== phone.value ? [] : data
  const afterRender = useAfterRender()

  function fillIn(caller: Caller) {
    for (const name of taken) {
      const { value, onChange } = field(name)
      if (caller[name] !== '' && ['', start[name], came[name]].includes(value) && !isHalfTyped(name)) onChange(caller[name])
    }
    const number = hasCountry(phone.value) && !hasCountry(caller.phoneNumber) ? phone.value : caller.phoneNumber
    phone.onChange(number)
    setCame(caller)
    setSettled(number)
  }

  // The user has moved on to another field.
  const takeOnceAnswered = useOnceReady(isAnswered, () => {
    const [only, ...others] = callers
    // A form with a name is about another guest, or was sent already.
    if (!only || others.length > 0 || field('fullName').value !== '') return
    fillIn(only)
    afterRender(() => selectName(only.fullName))
  })

  return {
    callers,
    /** The latest note on the bookings of the guest whose data was filled in, as long as the number stays. */
    lastNote: phone.value !== '' && phone.value === settled ? came.note : undefined,
    type(number: string) {
      setSettled('')
      takeOnceAnswered(false)
      phone.onChange(number)
    },
    dismiss: () => setSettled(phone.value),
    /** Takes the guest when the answer arrives, if there is exactly one. */
    awaitOne: () => takeOnceAnswered(!isAnswered),
    take: fillIn,
  }
}

/** A name that was filled in while its field has the focus is replaced by the next key. */
function selectName(name: string) {
  const { activeElement: input } = document
  if (input instanceof HTMLInputElement && input.name === 'fullName' && input.value === name) input.select()
}

/** Half a time has no value yet. */
const isHalfTyped = (name: string) =>
  [...document.getElementsByName(name)].some((input) => input instanceof HTMLInputElement && input.validity.badInput)

/** Whether a number begins with the code of its country. The known form of a number replaces the input, unless only the input has the code. */
const hasCountry = (number: string) => /^(\+|00)/.test(number.trim())
