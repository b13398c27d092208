import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CampaignInput, codeKey, randomLetters } from '#contract/promo-codes.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import type { Records } from '#server/records/repository.ts'
import { namesOfBranches } from './branches.ts'

/** Creates all codes of a campaign. When a code's letters are taken, the database rejects it, and the whole transaction runs again. */
export async function makeCampaign(
  trx: Transaction,
  { create }: Pick<Records<'promoCodes'>, 'create'>,
  { prefix: campaign, count, weekdays, branches, ...terms }: CampaignInput,
  by: Author,
): Promise<{ campaign: string; made: number }> {
  const branchNames = await namesOfBranches(trx, branches, [])
  const limits = { weekdays: JSON.stringify(weekdays), branches: JSON.stringify(branches), branchNames }
  const columns = { ...terms, ...limits, campaign, mostUses: 1, paused: 0, uses: 0 }
  for (let made = 0; made < count; made++) {
    const code = `${campaign}-${unguessable()}`
    await create(trx, { ...columns, code, codeKey: codeKey(code) }, by)
    // SQLite answers without a pause, so other requests would wait for all codes.
    if (made % 100 === 99) await nextTurn()
  }
  return { campaign, made: count }
}

/** The letters and digits of random codes. Look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B) are left out, and vowels too, so that no words appear. */
const letters = 'CDFGHJKMNPQRTVWXY34679'

/** Returns random letters with 35 bits of entropy: with a thousand codes, one guess in fifty million succeeds. */
const unguessable = () => Array.from({ length: randomLetters }, () => letters.charAt(randomInt(letters.length))).join('')
