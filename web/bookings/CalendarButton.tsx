import { CalendarPlus } from 'lucide-react'
import { bookings } from '#contract/bookings.ts'
import { closures } from '#contract/closures.ts'
import type { ListQuery } from '#web/api/address.ts'
import { Button } from '#web/components/Button.tsx'
import { useDownload } from '#web/lists/use-download.ts'

/** The subject of a calendar file: a booking or a closure by its id, or the bookings of a day. */
type Subject = { booking: string } | { closure: string } | { day: ListQuery }

/** Downloads an iCalendar file. */
export function CalendarButton({ of }: { of: Subject }) {
  const { isBusy, begin } = useDownload(async () => {
    const { fetchFile } = await import('#web/api/fetch-file.ts')
    if ('day' in of) return fetchFile(bookings.visitsCalendar, { query: of.day }, 'ics')
    if ('closure' in of) return fetchFile(closures.calendar, { params: { id: of.closure } }, 'ics')
    return fetchFile(bookings.calendar, { params: { id: of.booking } }, 'ics')
  })
  return (
    <Button aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void begin()} Icon={CalendarPlus}>
      Add to calendar
    </Button>
  )
}
