/** Returns the local date (the browser's, or the server's `TZ`) as `yyyy-mm-dd`, never the date in UTC. */
export function today(now = new Date()): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** Returns the day that is `days` days after `day`, or before it when negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The date and time of a visit; what isn't known yet is ''. */
type Moment = { date: string; time: string }

/** Returns the chain's day of a visit: a time after midnight, and before the day ends at `endsAt` (`HH:mm`), belongs to the evening before. */
export const chainDayOf = ({ date, time }: Moment, endsAt: string): string =>
  time !== '' && time < endsAt && Date.parse(date) ? daysAfter(date, -1) : date

/** Returns the local time of day as `HH:mm`. */
export function timeNow(now = new Date()): string {
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
}

/** The days of the week, in the order of ISO 8601. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Returns the weekday of a day (`yyyy-mm-dd`). */
export const weekdayOf = (day: string): Weekday => weekdays.at(new Date(`${day}T00:00Z`).getUTCDay() - 1) ?? 'Sunday'

const twoDigits = (number: number) => String(number).padStart(2, '0')
