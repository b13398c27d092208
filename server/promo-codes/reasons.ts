import { weekdayOf } from '#contract/dates.ts'
import { codeKey } from '#contract/promo-codes.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database, PromoCodeRow } from '#server/db/schema.ts'
import { limitedTo } from './branches.ts'
import type { Visit } from './uses.ts'

/** Returns the reason why a code can't be used for a visit, as a sentence for staff; `undefined` when the code has become valid. */
export async function whyRefused(db: Database, code: string, visit: Visit, day = chainDay()): Promise<string | undefined> {
  const found = await db
    .selectFrom('promoCodes')
    .selectAll()
    .where('codeKey', '=', codeKey(code))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found ? reasonAgainst(found, visit, day) : "This code doesn't exist."
}

/** Returns the most lasting reason, in the order of the list's states. Reasons that another day or branch would resolve come last. */
function reasonAgainst(found: PromoCodeRow, { date, branchId }: Visit, day: string): string | undefined {
  const { firstDay, lastDay, uses, mostUses, paused } = found
  const weekdays = JSON.parse(found.weekdays) as string[]
  const { branches, branchNames } = limitedTo(found)
  if (lastDay !== '' && lastDay < day) return `This code ended on ${inWords(lastDay)}.`
  if (mostUses !== null && uses >= mostUses)
    return mostUses === 1 ? 'This code has already been used.' : `This code has been used ${uses} of ${mostUses} times.`
  if (paused === 1) return 'This code is paused.'
  if (firstDay > day) return `This code starts on ${inWords(firstDay)}.`
  if (date !== undefined && isLimitedTo(weekdays, weekdayOf(date)))
    return `This code is only valid on ${all(weekdays.map((each) => `${each}s`))}.`
  if (branchId !== undefined && isLimitedTo(branches, branchId)) return `This code is only valid at ${all(branchNames)}.`
  return undefined
}

/** Whether a list isn't empty and lacks this entry. */
const isLimitedTo = (others: readonly string[], one: string | null) => others.length > 0 && !others.some((each) => each === one)

const all = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)

const inWords = (day: string) => new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
