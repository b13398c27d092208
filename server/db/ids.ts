import { randomUUID } from 'node:crypto'
import { sharedNow } from './clock.ts'

/** The last id that was made: when, all but its last part, and that part, 48 random bits. */
let last = { moment: Number.NaN, head: '', tail: 0 }

/** A UUIDv7 of now, by the clock that all servers share. It sorts after every id this process made before in the same millisecond (RFC 9562, 6.2, "Monotonic Random"). */
export function newId(): string {
  const moment = Math.floor(sharedNow())
  // A random step further: to draw until one comes that is greater would take the rest of the millisecond once a few have been made in it.
  const next = last.tail + 1 + Math.floor(Math.random() * 2 ** 24)
  last = moment === last.moment && next < 2 ** 48 ? { ...last, tail: next } : drawn(moment)
  return last.head + last.tail.toString(16).padStart(12, '0')
}

/** After what was drawn before in the same millisecond. */
function drawn(moment: number): typeof last {
  for (;;) {
    const id = idOf(moment)
    const head = id.slice(0, 24)
    if (moment !== last.moment || head > last.head) return { moment, head, tail: Number.parseInt(id.slice(24), 16) }
  }
}

/** The moment that a UUIDv7 begins with, in milliseconds since 1970. */
export const momentOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** What no id of that moment (milliseconds since 1970) or later comes before, and every earlier one does. */
export function firstIdOf(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** An id of that moment (milliseconds since 1970). */
export const idOf = (moment: number): string => `${firstIdOf(moment).slice(0, 14)}7${randomUUID().slice(15)}`
