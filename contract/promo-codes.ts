import * as z from 'zod/mini'
import { codeLetters } from './code-letters.ts'
import { crud } from './crud.ts'
import { weekdays } from './dates.ts'
import type { Answer, Endpoints } from './endpoint.ts'
import { anyDay, calendarDate, dayOrNone, daysInOrder, knownLine, recordId, timeOfDay, versionNumber } from './fields.ts'
import { newest } from './listing.ts'
import { comparisonKey, storable } from './text.ts'

/** The most characters of a promo code. */
const longest = 40

/** Returns the key by which codes are compared: `indirim20` equals `İNDİRİM20`, `gross` equals `GROẞ`. */
export const codeKey = comparisonKey

/** A promo code as stored: always upper case. */
export const promoCode = letters('Promo Code', longest)

function letters(label: string, most: number) {
  const tooLong = { error: `${label} is too long: at most ${most} characters.`, abort: true }
  return z
    .string(`${label} must be text.`)
    .check(
      z.maxLength(4 * most, tooLong),
      z.overwrite(codeLetters),
      z.maxLength(most, tooLong),
      z.regex(storable, `${label} contains characters that can't be stored.`),
      z.regex(/^[\p{L}\p{N}_-]*$/u, 'A promo code can contain only letters, digits, - and _.'),
    )
}

const percentage = 'Percentage must be a whole number from 1 to 100.'
const mostUses = 'Usage limit must be a whole number of at least 1, or empty for no limit.'

const noWeekdays = 'Weekdays must be a list of days, such as Monday and Tuesday.'
const noBranches = 'Branches must be a list of branch ids.'
/** The most branches that a promo code is limited to. */
export const mostBranches = 200
export const tooManyBranches = `Choose at most ${mostBranches} branches.`

const code = promoCode.check(z.minLength(1, 'Promo Code is required.'))

/** The discount of a code, and the days and branches at which it is valid. */
const terms = {
  percentage: z
    .int({ error: ({ input }) => (input === undefined || input === null ? 'Percentage is required.' : percentage) })
    .check(z.gte(1, percentage), z.lte(100, percentage)),
  /** The first and last valid day, both included; '' for no limit. */
  firstDay: z._default(dayOrNone('First day', anyDay.last), ''),
  lastDay: z._default(dayOrNone('Last day', anyDay.last), ''),
  /** The valid weekdays of a booking's date, Monday first; empty for every day. */
  weekdays: z._default(
    z.array(z.enum(weekdays, noWeekdays), noWeekdays).check(
      z.maxLength(weekdays.length, { error: noWeekdays, abort: true }),
      z.overwrite((chosen) => weekdays.filter((day) => chosen.includes(day))),
    ),
    [],
  ),
  /** The ids of the branches at which the code is valid; empty for all branches. */
  branches: z._default(
    z.array(z.uuid(noBranches), noBranches).check(
      z.maxLength(mostBranches, { error: tooManyBranches, abort: true }),
      z.overwrite((chosen) => [...new Set(chosen)]),
    ),
    [],
  ),
}

const paused = z.boolean('Paused must be true or false.')

export const PromoCodeInput = z
  .object({
    code,
    ...terms,
    /** The most bookings that can use the code; `null` for unlimited. */
    mostUses: z._default(z.nullable(z.int(mostUses).check(z.gte(1, mostUses), z.lte(1_000_000, mostUses))), null),
    paused: z._default(paused, false),
  })
  .check(daysInOrder)
export type PromoCodeInput = z.output<typeof PromoCodeInput>

/** The number of random letters after the prefix of a campaign's codes. */
export const randomLetters = 8
/** The most codes that one call creates. */
export const mostAtOnce = 1_000
const count = `Number of codes must be a whole number from 1 to ${mostAtOnce.toLocaleString('en')}.`

/** A campaign: many codes created in one call, each for one booking, such as `SUMMER-7K3MHXQA`. */
export const CampaignInput = z
  .object({
    prefix: letters('Prefix', longest - randomLetters - 1).check(z.minLength(1, 'Prefix is required.')),
    count: z.int(count).check(z.gte(1, count), z.lte(mostAtOnce, count)),
    ...terms,
  })
  .check(daysInOrder)
export type CampaignInput = z.output<typeof CampaignInput>

/** The codes of a campaign in numbers. The percentages, days, weekdays and branches span those of all its codes. */
export const Campaign = z.object({
  campaign: z.string(),
  codes: z.int(),
  /** The bookings that use one of the codes now. */
  uses: z.int(),
  leastPercentage: z.int(),
  mostPercentage: z.int(),
  /** '' for no limit. */
  firstDay: z.string(),
  lastDay: z.string(),
  /** Empty for every day, and for all branches. */
  weekdays: z.array(z.string()),
  branchNames: z.array(z.string()),
  /** The number of codes by their state today, as the list's filter has it. */
  active: z.int(),
  scheduled: z.int(),
  paused: z.int(),
  usedUp: z.int(),
  expired: z.int(),
})
export type Campaign = z.output<typeof Campaign>

/** The most campaigns in one answer. */
export const mostCampaigns = 200

/** The most codes that one call pauses or resumes. The limit keeps the wait of other writers short. */
export const mostPaused = 100

const codeVersion = z.object({ _id: recordId, version: versionNumber })
export type CodeVersion = z.output<typeof codeVersion>
const only = `"only" must be a list of up to ${mostPaused} codes, each with an _id and a version.`

/** Pauses or resumes the codes of a campaign: all of them, or only the codes in `only` that still have these versions. */
const CampaignPausing = z.object({
  campaign: letters('Campaign', longest).check(z.minLength(1, 'Campaign is required.')),
  paused,
  only: z.optional(z.array(codeVersion, only).check(z.maxLength(mostPaused, only))),
})
export type CampaignPausing = z.output<typeof CampaignPausing>

const collection = crud('/api/promo-codes', {
  one: 'promo code',
  many: 'promo codes',
  input: PromoCodeInput,
  more: {
    /** The number of bookings that use the code now. */
    uses: z.int(),
    /** The names of the branches, in order. A deleted branch keeps its last name. */
    branchNames: z.array(z.string()),
    /** The prefix of the campaign that created the code; '' for a code created individually. */
    campaign: z.string(),
  },
  /** Another promo code may have been given the same letters since the deletion. */
  instead: { code },
  sets: z.object({ paused }),
  refuses: { create: [409], update: [409] },
  read: 'staff',
  write: 'staff',
  listing: {
    search: ['code'],
    filters: {
      state: {
        label: 'State',
        kind: 'own',
        // An active code in its last days also matches a second option.
        options: {
          active: 'Active',
          ending: 'Ends this week',
          scheduled: 'Scheduled',
          expired: 'Expired',
          'used up': 'Used up',
          paused: 'Paused',
        },
      },
      campaign: { label: 'Campaign', kind: 'text', isRare: true },
      type: { label: 'Type', kind: 'own', options: { single: 'Single codes', campaign: 'Campaign codes' } },
    },
    orders: { newest, code: { label: 'Code', by: ['code'], isText: true } },
    order: 'newest',
  },
})
export type PromoCode = Answer<typeof collection.get>

export const promoCodes = {
  ...collection,
  campaigns: {
    method: 'GET',
    path: '/api/promo-codes/campaigns',
    access: 'staff',
    summary: `Lists the campaigns with a code that matches the query of the list, newest first, at most ${mostCampaigns}, with the number of all their codes in each state.`,
    query: collection.list.query,
    answer: z.array(Campaign),
    cacheable: true,
  },
  createCampaign: {
    method: 'POST',
    path: '/api/promo-codes/campaigns',
    access: 'staff',
    summary: `Generates up to ${mostAtOnce.toLocaleString('en')} single-use codes, all or none. Each consists of the prefix, a hyphen and ${randomLetters} random letters. The list finds the codes by \`campaign\`, which is the prefix.`,
    body: CampaignInput,
    answer: z.object({ campaign: z.string(), made: z.int() }),
    status: 201,
    idempotent: true,
  },
  pauseCampaign: {
    method: 'POST',
    path: '/api/promo-codes/campaigns/pausing',
    access: 'staff',
    summary: `Pauses up to ${mostPaused} active codes of a campaign, or starts paused ones. Returns their new versions and the number still \`left\`. Repeat the call until none are left.`,
    body: CampaignPausing,
    answer: z.object({ changed: z.array(codeVersion), left: z.int() }),
    idempotent: true,
  },
  validate: {
    method: 'POST',
    path: '/api/validate',
    access: 'staff',
    summary:
      'Returns the discount of a promo code that is valid today, not used up, and valid for `branchName` and `date` if given. The call does not use the code.',
    body: z.object({
      code: promoCode.check(z.minLength(1, 'Please enter a promo code')),
      branchName: z.optional(knownLine('Branch', 120)),
      date: z.optional(calendarDate('Date', anyDay)),
      /** A time after midnight may belong to the evening before. */
      time: z.optional(timeOfDay('Time')),
    }),
    answer: z.object({ discountPercentage: z.int() }),
    refuses: [429],
  },
} as const satisfies Endpoints
