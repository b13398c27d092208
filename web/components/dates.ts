/*
 * A day (`yyyy-mm-dd`) and a time (`HH:mm`) are words of the calendar, not moments: they are laid into UTC and read out of UTC
 * again, so that no time zone can shift them. They are written as the person's locale does.
 */

/** The one that days are stored and typed in, in every locale: fa, ps, ckb and th have one of their own. */
export const calendar = 'gregory'

/** '27 November 2026' */
export const dayInWords = onDay({ dateStyle: 'long' })

/** 'Friday 27 November 2026' */
export const weekdayInWords = onDay({ dateStyle: 'full' })

/** 'Friday 27 November', with the year where it isn't the one of `today`. */
export const weekdayInBrief = (day: string, today: string) =>
  yearOf(day) === yearOf(today) ? weekdayWithoutYear(day) : weekdayInWords(day)

/** 'November 2026', of `2026-11` */
export const monthInWords = (month: string) => monthOfYear(`${month}-01`)

/** '27 Nov', with the year where it isn't the one of `today`. */
export const dayInBrief = (day: string, today: string) => (yearOf(day) === yearOf(today) ? withoutYear(day) : dayAndYear(day))

/** '3 May to 5 May'; '3 May' for a single day */
export const daysInBrief = (first: string, last: string, today: string) =>
  [...new Set([first, last])].map((day) => dayInBrief(day, today)).join(' to ')

/** '27 Nov 2026' */
export const dayAndYear = onDay({ day: 'numeric', month: 'short', year: 'numeric' })

/** 'Fri 27 Nov', with the year in place of the weekday where it isn't the one of `today`. */
export const shortDay = (day: string, today: string) => (yearOf(day) === yearOf(today) ? weekdayAndDay(day) : dayAndYear(day))

/** '19:30', or '7:30 pm' */
export const timeInWords = (time: string) => clock(`1970-01-01T${time}`)

/** A day that can be written; '' while it is being typed, such as a year of five digits. */
export const dayOrNone = (typed: string) => (/^\d{4}-\d\d-\d\d$/.test(typed) ? typed : '')
/** A moment, in ISO 8601, as the clock here shows it: '10:32', with the day where it isn't today. */
export function momentInWords(moment: string, now = new Date()): string {
  const date = new Date(moment)
  const time = date.toLocaleTimeString(undefined, { timeStyle: 'short' })
  if (date.toDateString() === now.toDateString()) return time
  return `${date.toLocaleDateString(undefined, { calendar, day: 'numeric', month: 'short' })}, ${time}`
}

/** '2026' */
const yearOf = (day: string) => day.slice(0, 4)

const clock = writer({ timeStyle: 'short' })
const withoutYear = onDay({ day: 'numeric', month: 'short' })
const weekdayWithoutYear = onDay({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayAndDay = onDay({ weekday: 'short', day: 'numeric', month: 'short' })
const monthOfYear = onDay({ month: 'long', year: 'numeric' })

function onDay(options: Intl.DateTimeFormatOptions) {
  const write = writer(options)
  return (day: string) => write(`${day}T00:00`)
}

function writer(options: Intl.DateTimeFormatOptions) {
  // Each takes a slow processor ten milliseconds to make, and most screens write no dates.
  let format: Intl.DateTimeFormat | undefined
  return (moment: string) => {
    format ??= new Intl.DateTimeFormat(undefined, { ...options, calendar, timeZone: 'UTC' })
    return format.format(new Date(`${moment}Z`))
  }
}
