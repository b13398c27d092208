import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { codeLetters } from '#contract/code-letters.ts'
import { weekdays } from '#contract/dates.ts'
import type { ListRequest } from '#contract/listing.ts'
import { type Campaign, mostCampaigns } from '#contract/promo-codes.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import { and, type Listed } from '#server/lists/filters.ts'
import { sourceOf } from '#server/lists/find.ts'
import { stateOn } from './states.ts'

/** Returns the campaigns in numbers, the newest first: those with at least one code that `request` selects. */
export async function campaignsOf(db: Database, listed: Listed<'promoCodes'>, request: ListRequest, day = chainDay()): Promise<Campaign[]> {
  const codes = db
    .selectFrom('promoCodes')
    .select(['id', 'campaign', 'uses', 'percentage', 'firstDay', 'lastDay', stateOn(day).as('state')])
    .where('deletedAt', 'is', null)
    .where('campaign', '<>', '')
    .where(isSelected(db, listed, request))
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
  const limits = await limitsOf(
    db,
    rows.map(({ campaign }) => campaign),
  )
  return rows.map(({ campaign, firstDay, lastDay, ...numbers }) => {
    const its = limits.filter((limit) => limit.campaign === campaign)
    const days = span(its.map((limit) => limit.weekdays))
    return {
      campaign,
      firstDay,
      lastDay,
      weekdays: weekdays.filter((weekday) => days.includes(weekday)),
      branchNames: span(its.map((limit) => limit.branchNames)),
      ...asNumbers(numbers),
    }
  })
}

/** Returns the condition that a code's campaign has a code that the request selects. Campaigns are compared in their stored form. */
function isSelected(db: Database, listed: Listed<'promoCodes'>, { filters, ...request }: ListRequest): RawBuilder<SqlBool> {
  const stored = filters.campaign && { campaign: filters.campaign.map(codeLetters) }
  const { from, where } = sourceOf(db, { ...listed, request: { ...request, filters: { ...filters, ...stored }, trash: false } })
  return sql`promo_codes.campaign in (select campaign from ${from} where ${and(where)})`
}

/** Returns the distinct limits of the codes of these campaigns. They are few, because all codes of a campaign are created with the same limits. */
const limitsOf = async (db: Database, campaigns: readonly string[]) =>
  campaigns.length === 0
    ? []
    : db
        .selectFrom('promoCodes')
        .select(['campaign', 'weekdays', 'branchNames'])
        .distinct()
        .where('deletedAt', 'is', null)
        .where('campaign', 'in', campaigns)
        .execute()

/** Returns the distinct values of all limits; none if a limit is empty, because such a limit allows every value. */
function span(limits: readonly string[]): string[] {
  const values = limits.map((limit) => JSON.parse(limit) as string[])
  return values.some(({ length }) => length === 0) ? [] : [...new Set(values.flat())]
}

/** PostgreSQL counts in 64 bits and returns text. */
const asNumbers = <Row extends Record<string, unknown>>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as { [Name in keyof Row]: number }
