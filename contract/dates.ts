/** The calendar day it is where this runs (the person's browser, the server's `TZ`), as `yyyy-mm-dd`: never UTC's day. */
export function today(now = new Date()): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** The time of day it is where this runs, as `HH:mm`. */
export function timeNow(now = new Date()): string {
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
