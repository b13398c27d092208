import { type Booking, bookingStatuses } from '#contract/bookings.ts'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { notify } from '#web/ui/page/notices.ts'
import { tellDone } from '#web/ui/page/undo.ts'
import { bookingApi } from './api.ts'

/** The status of a booking, as it is about to be while a change is under way; and how it is changed, which Undo takes back. */
export function useStatusChange(booking: Booking) {
  const { mutateAsync, isPending, variables } = bookingApi.useSave()

  async function change(status: number) {
    if (isPending) return
    const name = bookingApi.nameOf(booking)
    try {
      const now = await mutateAsync({ input: { ...booking, status }, base: booking })
      tellDone({ about: { name }, text: `is now ${bookingStatuses[status]}.` }, [
        {
          name,
          go: () => mutateAsync({ input: booking, base: now }),
          done: `is ${bookingStatuses[booking.status]} again.`,
          failed: 'could not be changed back.',
        },
      ])
    } catch (error) {
      console.error(bookingApi.failed.update, error)
      notify({ about: { name }, text: ['could not be changed.', reasonOf(error)].join(' ').trim(), failed: true })
    }
  }

  return { status: isPending ? variables.input.status : booking.status, change }
}
