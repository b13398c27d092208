import { randomUUIDv7 } from 'node:crypto'

let last = ''

/** A UUIDv7 that sorts after every id this process made before in the same millisecond (RFC 9562, 6.2, "Monotonic Random"). */
export function newId(): string {
  let id: string = randomUUIDv7()
  // To draw until one comes that is greater would take the rest of the millisecond once a few have been made in it.
  while (id <= last && id.slice(0, 13) === last.slice(0, 13)) id = after(last) ?? randomUUIDv7()
  last = id
  return id
}

/** The id a random step after this one; `undefined` where its last part, 48 random bits, has no room for one. */
function after(id: string): string | undefined {
  const next = Number.parseInt(id.slice(24), 16) + 1 + Math.floor(Math.random() * 2 ** 24)
  return next < 2 ** 48 ? id.slice(0, 24) + next.toString(16).padStart(12, '0') : undefined
}
