import type { ExpressionBuilder } from 'kysely'
import { type CampaignPausing, type CodeVersion, mostPaused } from '#contract/promo-codes.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Schema, Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import type { Records } from '#server/records/repository.ts'

/**
 * Pauses codes of a campaign, or starts them, up to `mostPaused` in this transaction; `left` counts those that are still to come. Used ones too: a use
 * that a booking gives back would bring such a code to life again.
 */
export async function pauseCampaign(
  trx: Transaction,
  { update }: Pick<Records<'promoCodes'>, 'update'>,
  { campaign, paused, only }: CampaignPausing,
  by: Author,
): Promise<{ changed: CodeVersion[]; left: number }> {
  const meant = trx
    .selectFrom('promoCodes')
    .where('deletedAt', 'is', null)
    .where('campaign', '=', campaign)
    .where('paused', '=', Number(!paused))
    .where(isAmong(only))
  // In one order: of two who do this at once, one waits for the other.
  const rows = await meant
    .selectAll()
    .orderBy('id')
    .limit(mostPaused)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute()
  const changed: CodeVersion[] = []
  for (const row of rows) changed.push(await update(trx, row, { paused: Number(paused) }, by))
  const { left } = await meant.select((eb) => eb.fn.countAll().as('left')).executeTakeFirstOrThrow()
  return { changed, left: Number(left) }
}

const isAmong = (only: readonly CodeVersion[] | undefined) => (eb: ExpressionBuilder<Schema, 'promoCodes'>) =>
  only ? eb.or(only.map(({ _id, version }) => eb.and({ id: _id, version }))) : eb.lit(true)
