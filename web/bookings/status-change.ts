import { useRef, useState } from 'react'
import { type Booking, bookingStatuses, bookings } from '#contract/bookings.ts'
import { useFieldChange } from '#web/lists/field-change.ts'
import { bookingApi } from './api.ts'

/** The status of a booking, with a pending change applied, and the function that changes it with an Undo. */
export function useStatusChange(booking: Booking) {
  const changeFrom = useFieldChange({
    resource: bookingApi,
    field: 'status',
    answer: bookings.get.answer,
    changed: (now) => `is now ${inWords(now)}.`,
    changedBack: (before) => `is ${inWords(before)} again.`,
  })
  const [chosen, setChosen] = useState<number>()
  const underWay = useRef<Promise<Booking>>(undefined)

  /** Runs the changes one after the other: each starts from the result of the one before. */
  async function change(status: number) {
    setChosen(status)
    const its = (underWay.current ?? Promise.resolve(booking)).then((seen) => changeFrom(seen, status))
    underWay.current = its
    await its
    if (underWay.current !== its) return
    underWay.current = undefined
    setChosen(undefined)
  }

  return { status: chosen ?? booking.status, change }
}

const inWords = ({ status }: Booking) => bookingStatuses[status]?.toLowerCase()
