import type { Caller } from './caller.ts'

/** The names of changes that were sent and not confirmed yet, by who sent what: a digest of it, since it may hold a password. */
const unconfirmed = new WeakMap<Caller, Map<string, string>>()

/**
 * Sends a change under a name (`Idempotency-Key`) that stays the same, however often it is tried, until one of the tries has
 * succeeded: where an answer was lost, the server knows the repetition by it and does nothing twice. `change` is all that tells
 * this change from another one.
 */
export async function withIdempotencyKey<Result>(
  caller: Caller,
  change: unknown,
  send: (name: string) => Promise<Result>,
): Promise<Result> {
  const what = digestOf(JSON.stringify(change))
  const names = unconfirmed.get(caller) ?? new Map<string, string>()
  unconfirmed.set(caller, names)
  const name = names.get(what) ?? newIdempotencyKey()
  names.set(what, name)
  const result = await send(name)
  names.delete(what)
  return result
}

/** 128 random bits. `crypto.randomUUID` is missing where the product is reached without TLS. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Differs in each visit, so that a digest tells nothing to who knows the digests of usual passwords. */
const salt = crypto.getRandomValues(new Uint32Array(2))

/**
 * 64 bits that tell one change from another. `crypto.subtle` is missing where the product is reached without TLS; the server compares the whole
 * body with the one that it had under the same name.
 */
export function digestOf(text: string): string {
  let [one = 0, other = 0] = salt
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x9e3779b1)
    one ^= one >>> 15
    other = Math.imul(other ^ code, 0x5f356495)
    other ^= other >>> 13
  }
  return `${one >>> 0} ${other >>> 0} ${text.length}`
}
