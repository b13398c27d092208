import { randomUUIDv7 } from 'node:crypto'

let last = ''

/** A UUIDv7 (RFC 9562) that sorts after every id this process made before in the same millisecond. */
export function newId(): string {
  let id = randomUUIDv7()
  // Within one millisecond the order is random: draw again, which ends at the next one at the latest.
  while (id < last && id.slice(0, 13) === last.slice(0, 13)) id = randomUUIDv7()
  last = id
  return id
}
