import { randomInt } from 'node:crypto'
import { type CampaignInput, codeKey, randomLetters } from '#contract/promo-codes.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import type { Records } from '#server/records/repository.ts'
import { namesOfBranches } from './branches.ts'

/** Makes all codes of a campaign. Where one of them has the letters of another code, the database refuses it, and all is done again. */
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
  }
  return { campaign, made: count }
}

/** Without those that are taken for one another in print (0 O, 1 I L, 2 Z, 5 S, 8 B), and without vowels, so that no word comes about. */
const letters = 'CDFGHJKMNPQRTVWXY34679'

/** 35 bits: of a thousand codes, a guess finds one in fifty million. */
const unguessable = () => Array.from({ length: randomLetters }, () => letters.charAt(randomInt(letters.length))).join('')
