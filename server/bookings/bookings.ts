import type { BookingInput } from '#contract/bookings.ts'
import { chainDayOf } from '#contract/dates.ts'
import type { Person } from '#contract/session.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import { resource } from '#server/http/resource.ts'
import type { RequestContext } from '#server/http/serve.ts'
import { guessingCode } from '#server/promo-codes/guessing.ts'
import { currentNames, widened, withCurrentNames } from './branch-groups.ts'
import { bookingCalendar, dayCalendar } from './calendar.ts'
import { findCallers } from './callers.ts'
import { closureColumns } from './canceled-for.ts'
import { setContacted } from './contacted.ts'
import { findDuplicates } from './duplicates.ts'
import { numbersOf, totalsOf } from './numbers.ts'
import { bookingColumns, columnsOfRestored, columnsOfVersion, releaseUse } from './pricing.ts'
import { bookingRecords } from './upcoming.ts'
import { visits } from './visits.ts'

type Saving = RequestContext & { body: BookingInput; caller: Person }

export const bookings = resource(
  bookingRecords,
  // Concurrent bookings with the same promo code wait for its row (decision 011).
  {
    columns: bookingColumns,
    columnsOfVersion,
    columnsOfSets: closureColumns,
    remove: releaseUse,
    restore: columnsOfRestored,
    isolation: 'read committed',
    locks: 'promoCodeId',
  },
  (db, { create, update, list, values }) => {
    /** Runs `save`, and counts a wrong promo code as a failed attempt: the answer reveals whether a code exists, like the check beside the field. */
    const guessing = <Result>({ body: { promoCode: code }, caller, request }: Saving, save: () => Promise<Result> | Result) =>
      code === '' ? save() : guessingCode(db, { caller, request, code }, async () => save())
    return {
      list: async (call) => list({ ...call, query: await widened(db, call.query) }),
      async values(call) {
        const texts = await values(call)
        if (call.params.filter !== 'branchName') return texts
        const { of } = await currentNames(db)
        return [...new Set(texts.map(of))].sort((one, other) => one.localeCompare(other))
      },
      create: (call) => guessing(call, () => create(call)),
      update: (call) => guessing(call, () => update(call)),
      contact: ({ params, body: { contacted }, caller, transactAsCaller }) =>
        transactAsCaller((trx) => setContacted(trx, params.id, contacted, caller), 'read committed'),
      totals: ({ query }) => totalsOf(db, query),
      numbers: ({ query }) => numbersOf(db, query),
      async visits({ query }) {
        const page = await visits(db, query)
        const items = await withCurrentNames(db, page.items)
        return { ...page, items: items.map((item) => ({ ...item, day: chainDayOf(item, dayEndsAt()) })) }
      },
      visitsCalendar: ({ query }) => dayCalendar(db, query),
      calendar: ({ params }) => bookingCalendar(db, params.id),
      findSame: ({ body }) => findDuplicates(db, body),
      findCallers: async ({ body }) => ({ callers: await findCallers(db, body.phoneNumber) }),
    }
  },
)
