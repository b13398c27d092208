import { type Booking, bookingStatuses, bookings } from '#contract/bookings.ts'
import { ApiError } from '#web/api/call.ts'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { notify } from '#web/ui/page/notices.ts'
import { tellDone } from '#web/ui/page/undo.ts'
import { bookingApi } from './api.ts'

/** The status of a booking, as it is about to be while a change is under way; and how it is changed, which Undo takes back. */
export function useStatusChange(booking: Booking) {
  const { mutateAsync, isPending, variables } = bookingApi.useSave()

  /** What somebody else has changed of it meanwhile stays; where that is the status, nothing is changed. */
  async function save(status: number, before: Booking): Promise<{ before: Booking; now: Booking }> {
    try {
      return { before, now: await mutateAsync({ input: { ...before, status }, base: before }) }
    } catch (error) {
      const current = overtaking(error, before)
      if (current?.status !== before.status) throw error
      return save(status, current)
    }
  }

  async function change(status: number) {
    if (isPending) return
    const name = bookingApi.nameOf(booking)
    try {
      const { before, now } = await save(status, booking)
      tellDone({ about: { name }, text: `is now ${bookingStatuses[status]}.` }, [
        {
          name,
          go: () => mutateAsync({ input: before, base: now }),
          done: `is ${bookingStatuses[before.status]} again.`,
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

/** What is stored in place of `seen` by now, where a change was refused for that. */
function overtaking(error: unknown, seen: Booking): Booking | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const current = bookings.get.answer.safeParse(error.current).data
  return current?.version === seen.version ? undefined : current
}
