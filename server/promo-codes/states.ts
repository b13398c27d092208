import { type RawBuilder, sql } from 'kysely'

/** Returns the expression for the state of a code on `day`: the options of the list's filter, without the last days. */
export const stateOn = (day: string): RawBuilder<string> => sql<string>`case
    when last_day <> '' and last_day < ${day} then 'expired'
    when most_uses is not null and uses >= most_uses then 'used up'
    when paused = 1 then 'paused'
    when first_day > ${day} then 'scheduled'
    else 'active' end`
