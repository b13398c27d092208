/** The names of changes that were sent and not confirmed yet, by what was sent. */
const unconfirmed = new Map<string, string>()

/**
 * Sends a change under a name (`Idempotency-Key`) that stays the same, however often it is tried, until one of the tries has
 * succeeded: where an answer was lost, the server knows the repetition by it and does nothing twice. `change` is all that tells
 * this change from another one.
 */
export async function underOneName<Result>(change: unknown, send: (name: string) => Promise<Result>): Promise<Result> {
  const what = JSON.stringify(change)
  const name = unconfirmed.get(what) ?? newName()
  unconfirmed.set(what, name)
  const result = await send(name)
  unconfirmed.delete(what)
  return result
}

/** The next person's changes are their own. */
export const forgetAttempts = () => unconfirmed.clear()

/** 128 random bits. `crypto.randomUUID` is missing where the product is reached without TLS. */
const newName = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
