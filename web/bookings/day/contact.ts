import { useQueryClient } from '@tanstack/react-query'
import { type Booking, bookings, type Visit } from '#contract/bookings.ts'
import { call } from '#web/api/call.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { recordOwnChange } from '#web/api/live.ts'
import { reasonOf } from '#web/api/reason.ts'
import { useSession } from '#web/api/session.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { notify } from '#web/toasts/notices.ts'

/** Notes on the server that a guest was called, or withdraws that. The list shows the answer, which names a colleague who was first. */
export function useContact(): (booking: Booking, isContacted: boolean) => void {
  const client = useQueryClient()
  const { session } = useSession()
  const show = (changed: Booking) =>
    client.setQueriesData<Visit[]>({ queryKey: ['bookings', 'visits'] }, (visits) =>
      visits?.map((visit) => (visit._id === changed._id ? { ...visit, ...changed } : visit)),
    )

  async function contact(booking: Booking, contacted: boolean) {
    try {
      const changed = await call(bookings.contact, { params: { id: booking._id }, body: { contacted } }, { as: session })
      recordOwnChange('bookings', changed)
      show(changed)
    } catch (error) {
      console.error(bookingApi.failed.update, error)
      notify({ text: ["The call couldn't be noted.", reasonOf(error)].join(' ').trim(), failed: true })
    } finally {
      invalidateAll(client)
    }
  }

  return (booking, isContacted) => void contact(booking, isContacted)
}
