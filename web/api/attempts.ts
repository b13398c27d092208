import type { Caller } from './caller.ts'

/** The names of changes that were sent and not confirmed yet, by who sent what. */
const unconfirmed = new WeakMap<Caller, Map<string, string>>()

/**
 * Sends a change under a name (`Idempotency-Key`) that stays the same, however often it is tried, until one of the tries has
 * succeeded: where an answer was lost, the server knows the repetition by it and does nothing twice. `change` is all that tells
 * this change from another one.
 */
export async function underOneName<Result>(caller: Caller, change: unknown, send: (name: string) => Promise<Result>): Promise<Result> {
  const what = JSON.stringify(change)
  const names = unconfirmed.get(caller) ?? new Map<string, string>()
  unconfirmed.set(caller, names)
  const name = names.get(what) ?? newName()
  names.set(what, name)
  const result = await send(name)
  names.delete(what)
  return result
}

/** 128 random bits. `crypto.randomUUID` is missing where the product is reached without TLS. */
export const newName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
