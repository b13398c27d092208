/** The calendar day it is where this runs (the person's browser, the server's `TZ`), as `yyyy-mm-dd`: never UTC's day. */
export function today(now = new Date()): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** The day so many days after another one, or before it. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The time of day it is where this runs, as `HH:mm`. */
export function timeNow(now = new Date()): string {
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
