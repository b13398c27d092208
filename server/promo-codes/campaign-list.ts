import { sql } from 'kysely'
import { type Campaign, mostCampaigns } from '#contract/promo-codes.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { stateOn } from './states.ts'

/** Returns the campaigns in numbers, the newest first, or only the campaign with this prefix. */
export async function campaignsOf(db: Database, campaign: string | undefined, day = chainDay()): Promise<Campaign[]> {
  const codes = db
    .selectFrom('promoCodes')
    .select(['id', 'campaign', 'uses', 'percentage', 'firstDay', 'lastDay', stateOn(day).as('state')])
    .where('deletedAt', 'is', null)
    .where('campaign', '<>', '')
    .$if(campaign !== undefined, (query) => query.where('campaign', '=', campaign ?? ''))
  const inState = (state: string) => sql<number>`sum(case when state = ${state} then 1 else 0 end)`
  const rows = await db
    .selectFrom(codes.as('codes'))
    .select('campaign')
    .select(({ fn }) => [
      fn.countAll<number>().as('codes'),
      fn.sum<number>('uses').as('uses'),
      fn.min('percentage').as('leastPercentage'),
      fn.max('percentage').as('mostPercentage'),
      fn.min('firstDay').as('firstDay'),
      // A code without a last day leaves the campaign open.
      sql<string>`case when min(last_day) = '' then '' else max(last_day) end`.as('lastDay'),
      inState('active').as('active'),
      inState('scheduled').as('scheduled'),
      inState('paused').as('paused'),
      inState('used up').as('usedUp'),
      inState('expired').as('expired'),
    ])
    .groupBy('campaign')
    .orderBy(({ fn }) => fn.max('id'), 'desc')
    .limit(mostCampaigns)
    .execute()
  return rows.map(({ campaign, firstDay, lastDay, ...numbers }) => ({ campaign, firstDay, lastDay, ...asNumbers(numbers) }))
}

/** PostgreSQL counts in 64 bits and returns text. */
const asNumbers = <Row extends Record<string, unknown>>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as { [Name in keyof Row]: number }
