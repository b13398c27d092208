import { type Booking, bookings, type Visit } from '#contract/bookings.ts'
import { call } from '#web/api/call.ts'
import { useChange } from '#web/api/use-change.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { notifyFailure } from '#web/toasts/notices.ts'

type Contact = { booking: Booking; contacted: boolean }

/** Notes on the server that a guest was called, or withdraws that. The list shows the answer, which names a colleague who was first. */
export function useContact(): (booking: Booking, isContacted: boolean) => void {
  const { mutateAsync } = useChange(
    'bookings',
    ({ booking, contacted }: Contact, as) => call(bookings.contact, { params: { id: booking._id }, body: { contacted } }, { as }),
    (client, changed) =>
      client.setQueriesData<Visit[]>({ queryKey: ['bookings', 'visits'] }, (visits) =>
        visits?.map((visit) => (visit._id === changed._id ? { ...visit, ...changed } : visit)),
      ),
  )

  async function contact(change: Contact) {
    try {
      await mutateAsync(change)
    } catch (error) {
      console.error(bookingApi.failed.update, error)
      notifyFailure("The call couldn't be noted.", error)
    }
  }

  return (booking, contacted) => void contact({ booking, contacted })
}
