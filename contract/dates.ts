/** The calendar day it is where this runs (the person's browser, the server's `TZ`), as `yyyy-mm-dd`: never UTC's day. */
export function today(now = new Date()): string {
  return `${String(now.getFullYear()).padStart(4, '0')}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
