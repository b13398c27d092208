import type { Booking } from '#contract/bookings.ts'
import { dayInWords, timeInWords } from '#web/components/dates.ts'

/** A guest may have several bookings, so the report of an action also has the day and the time. */
export const labelOf = ({ fullName, date, time }: Booking) => ({ name: fullName, more: `, ${dayInWords(date)}, ${timeInWords(time)}` })
