import { randomUUID } from 'node:crypto'
import { sharedNow } from './clock.ts'

let last = ''

/** A UUIDv7 of now, by the clock that all servers share. It sorts after every id this process made before in the same millisecond (RFC 9562, 6.2, "Monotonic Random"). */
export function newId(): string {
  let id = idOf(sharedNow())
  // To draw until one comes that is greater would take the rest of the millisecond once a few have been made in it.
  while (id <= last && id.slice(0, 13) === last.slice(0, 13)) id = after(last) ?? idOf(sharedNow())
  last = id
  return id
}

/** The id a random step after this one; `undefined` where its last part, 48 random bits, has no room for one. */
function after(id: string): string | undefined {
  const next = Number.parseInt(id.slice(24), 16) + 1 + Math.floor(Math.random() * 2 ** 24)
  return next < 2 ** 48 ? id.slice(0, 24) + next.toString(16).padStart(12, '0') : undefined
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
