import * as z from 'zod/mini'
import { type Answer, crud, type Endpoints } from './endpoint.ts'
import { calendarDate } from './fields.ts'
import { newest } from './listing.ts'

/** A promo code as it is stored: upper case, whatever was typed. */
export const promoCode = z
  .string('Promo Code must be text.')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.maxLength(40, 'Promo Code is too long: at most 40 characters.'),
    z.regex(/^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_-]*$/u, 'A promo code holds letters, digits, - and _ only.'),
  )

const dayOrNone = (label: string) =>
  z._default(z.union([z.literal(''), calendarDate(label)], `${label} must be a day of the calendar, such as 2026-11-27, or empty.`), '')
const percentage = 'Percentage must be a whole number from 1 to 100.'
const mostUses = 'Most Uses must be a whole number from 1, or empty for no limit.'

const code = promoCode.check(z.minLength(1, 'Promo Code is required.'))

export const PromoCodeInput = z
  .object({
    code,
    percentage: z
      .int({ error: ({ input }) => (input === undefined || input === null ? 'Percentage is required.' : percentage) })
      .check(z.gte(1, percentage), z.lte(100, percentage)),
    /** The days it is valid on, both included; '' for no first or last one. */
    firstDay: dayOrNone('First Day'),
    lastDay: dayOrNone('Last Day'),
    /** `null`: as often as one likes. */
    mostUses: z._default(z.nullable(z.int(mostUses).check(z.gte(1, mostUses), z.lte(1_000_000, mostUses))), null),
    paused: z._default(z.boolean('Paused must be true or false.'), false),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => firstDay === '' || lastDay === '' || firstDay <= lastDay, {
      error: 'The last day is before the first.',
      path: ['lastDay'],
    }),
  )
export type PromoCodeInput = z.output<typeof PromoCodeInput>

const collection = crud('/api/promo-codes', {
  one: 'promo code',
  many: 'The promo codes',
  input: PromoCodeInput,
  /** How many bookings hold it now. */
  more: { uses: z.int() },
  /** Another one may have got its letters meanwhile. */
  instead: { code },
  read: 'staff',
  write: 'staff',
  listing: {
    search: ['code'],
    filters: {
      state: {
        label: 'State',
        kind: 'own',
        // The last days of an active one are a state of their own besides.
        options: {
          active: 'Active',
          ending: 'Ends this week',
          scheduled: 'Scheduled',
          expired: 'Expired',
          'used up': 'Used up',
          paused: 'Paused',
        },
      },
    },
    orders: { newest, code: { label: 'Code', by: ['code'] } },
    order: 'newest',
  },
})
export type PromoCode = Answer<typeof collection.get>

export const promoCodes = {
  ...collection,
  validate: {
    method: 'POST',
    path: '/api/validate',
    access: 'staff',
    summary: 'The discount of a promo code that is valid today and not used up; spends nothing.',
    body: z.object({ code: promoCode.check(z.minLength(1, 'Please enter a promo code')) }),
    answer: z.object({ discountPercentage: z.int() }),
  },
} as const satisfies Endpoints
