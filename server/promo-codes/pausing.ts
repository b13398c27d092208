import type { ExpressionBuilder } from 'kysely'
import { type CampaignPausing, type CodeVersion, mostPaused } from '#contract/promo-codes.ts'
import { locksRows } from '#server/db/row-locks.ts'
import type { Schema, Transaction } from '#server/db/schema.ts'
import type { Author } from '#server/records/author.ts'
import type { Records } from '#server/records/repository.ts'

/**
 * Pauses or resumes codes of a campaign, up to `mostPaused` in this transaction; `left` is the number of remaining codes. Used codes are paused too:
 * a booking that gives back its use would make such a code valid again.
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
  // Rows are locked in one order, so that concurrent calls wait for each other instead of deadlocking.
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
