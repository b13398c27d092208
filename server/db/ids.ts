import { randomUUID } from 'node:crypto'
import { sharedNow } from './clock.ts'

/** The last id: its moment, everything but its last part, and that part, 48 random bits. */
let last = { moment: Number.NaN, head: '', tail: 0 }

/**
 * Creates a UUIDv7 from the shared clock. It sorts after every earlier id that this process created in the same millisecond (RFC 9562, 6.2,
 * "Monotonic Random").
 */
export function newId(): string {
  const moment = Math.floor(sharedNow())
  // Adds a random step. Drawing until a greater number comes would take the rest of the millisecond after a few ids.
  const next = last.tail + 1 + Math.floor(Math.random() * 2 ** 24)
  last = moment === last.moment && next < 2 ** 48 ? { ...last, tail: next } : drawn(moment)
  return last.head + last.tail.toString(16).padStart(12, '0')
}

/** Draws a new id, one that sorts after the last one of the same millisecond. */
function drawn(moment: number): typeof last {
  for (;;) {
    const id = idOf(moment)
    const head = id.slice(0, 24)
    if (moment !== last.moment || head > last.head) return { moment, head, tail: Number.parseInt(id.slice(24), 16) }
  }
}

/** Returns the moment in a UUIDv7, in milliseconds since 1970. */
export const momentOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Returns a lower bound, in UUID form, of all ids created at `moment` (milliseconds since 1970) or later. All earlier ids sort before it. */
export function firstIdOf(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** Creates a UUIDv7 of a given moment (milliseconds since 1970). */
export const idOf = (moment: number): string => `${firstIdOf(moment).slice(0, 14)}7${randomUUID().slice(15)}`
