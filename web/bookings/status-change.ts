import { useRef, useState } from 'react'
import { type Booking, bookingStatuses, bookings } from '#contract/bookings.ts'
import { currentOnConflict } from '#web/api/current-on-conflict.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'
import { bookingApi } from './api.ts'

/** The status of a booking, with a pending change applied, and the function that changes it with an Undo. */
export function useStatusChange(booking: Booking) {
  const { mutateAsync } = bookingApi.useSave()
  const [chosen, setChosen] = useState<number>()
  const underWay = useRef<Promise<Booking>>(undefined)

  /** Keeps changes made by other users; if one of them has changed the status, nothing is changed. */
  async function save(status: number, before: Booking): Promise<{ before: Booking; now: Booking }> {
    try {
      return { before, now: await mutateAsync({ input: { ...before, status }, base: before }) }
    } catch (error) {
      const current = currentOnConflict(error, before, bookings.get.answer)
      if (current?.status !== before.status) throw error
      return save(status, current)
    }
  }

  /** Answers what the booking is then. */
  async function changeFrom(seen: Booking, status: number): Promise<Booking> {
    const name = bookingApi.nameOf(seen)
    try {
      const { before, now } = await save(status, seen)
      toastWithUndo({ about: { name }, text: `is now ${bookingStatuses[status]?.toLowerCase()}.` }, [
        {
          name,
          go: async () => aliasVersion(before, await mutateAsync({ input: before, base: resolveVersion(now) })),
          done: `is ${bookingStatuses[before.status]?.toLowerCase()} again.`,
          failed: 'could not be changed back.',
        },
      ])
      return now
    } catch (error) {
      console.error(bookingApi.failed.update, error)
      notifyFailure('could not be changed.', error, { about: { name } })
      return seen
    }
  }

  /** One after the other: each goes on from what the one before has made of it. */
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
