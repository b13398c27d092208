import type { Transaction } from '#server/db/schema.ts'

export type Erased = { id: string; deletedAt: string }

/** The most that the clocks of two servers differ, in milliseconds, with a margin. */
const clockDifference = 60_000
const lastOf = (deletedAt: string) => new Date(Date.parse(deletedAt) + clockDifference).toISOString()

/** The number of answers that are read at once. */
const page = 100
const idsIn = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g

/**
 * Deletes the stored answers to idempotent requests that quote erased records. They are older than the deletion and kept for a day, so the index by
 * age finds few of them, and none for records that have been in the trash for longer. Several records take one reading of the answers.
 */
export async function forgetAnswers(trx: Transaction, erased: readonly Erased[]): Promise<void> {
  const [one, ...others] = erased
  if (!one) return
  if (others.length > 0) return forgetMany(trx, erased)
  const answers = trx.deleteFrom('idempotencyKeys').where('at', '<=', lastOf(one.deletedAt))
  await answers.where('answer', 'like', `%"${one.id}"%`).execute()
}

async function forgetMany(trx: Transaction, erased: readonly Erased[]): Promise<void> {
  const quoted = new Set(erased.map(({ id }) => `"${id}"`))
  const last = lastOf(
    erased
      .map(({ deletedAt }) => deletedAt)
      .sort()
      .at(-1) ?? '',
  )
  for (let after = ''; ; ) {
    const some = trx.selectFrom('idempotencyKeys').select(['key', 'answer']).where('key', '>', after).where('at', '<=', last)
    const answers = await some.orderBy('key').limit(page).execute()
    const quoting = answers.filter(({ answer }) => answer.match(idsIn)?.some((id) => quoted.has(id))).map(({ key }) => key)
    if (quoting.length > 0) await trx.deleteFrom('idempotencyKeys').where('key', 'in', quoting).execute()
    const [end] = answers.slice(page - 1)
    if (!end) return
    after = end.key
  }
}
