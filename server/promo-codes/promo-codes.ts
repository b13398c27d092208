import { type Expression, type SqlBool, sql } from 'kysely'
import { codeLetters } from '#contract/code-letters.ts'
import { chainDayOf, daysAfter } from '#contract/dates.ts'
import { codeKey, type PromoCode, type PromoCodeInput } from '#contract/promo-codes.ts'
import { chainDay } from '#server/db/clock.ts'
import { dayEndsAt } from '#server/db/day-end.ts'
import type { PromoCodeRow, Transaction } from '#server/db/schema.ts'
import { conflict, FailedAttempt } from '#server/errors.ts'
import { resource } from '#server/http/resource.ts'
import { branchOfName } from '#server/records/branch-names.ts'
import { recordsOf } from '#server/records/repository.ts'
import { type Limited, limitedTo, namesOfBranches, withBranchIds } from './branches.ts'
import { campaignsOf } from './campaign-list.ts'
import { makeCampaign } from './campaigns.ts'
import { guessingCode } from './guessing.ts'
import { pauseCampaign } from './pausing.ts'
import { whyRefused } from './reasons.ts'
import { stateOn } from './states.ts'
import { findValid } from './uses.ts'

/** The fields of an earlier version that clients can't send. Versions from before branch limits existed lack them. */
type Told = Partial<Pick<PromoCode, 'branchNames'>>

const promoCodeRecords = recordsOf('promoCodes', {
  custom: { state: { where: isInState }, type: { where: isOfType } },
  beforeErase: forgetCode,
})

export const promoCodes = resource(
  promoCodeRecords,
  {
    // Bookings count the code's uses concurrently. This transaction waits for them instead of being retried (decision 011).
    isolation: 'read committed',
    columns: (trx, input, current) => columns(trx, input, current),
    matching: { column: 'codeKey', of: codeKey, isUnique: true },
    resolve: withBranchIds,
    columnsOfVersion: (trx, { branchNames = [], ...version }: PromoCodeInput & Told, current) =>
      columns(trx, version, current, { branches: version.branches, branchNames }),
    async restore(trx, trashed, { code = trashed.code }) {
      requireSameLetters(trashed, code, 'If possible, change the promo code that uses this code now.')
      await requireFreeCode(trx, codeKey(code), trashed.id)
      return { code, codeKey: codeKey(code) }
    },
  },
  (db) => ({
    campaigns: ({ query }) => campaignsOf(db, promoCodeRecords.listed, query),

    createCampaign: ({ body, caller, transactAsCaller }) =>
      transactAsCaller((trx) => makeCampaign(trx, promoCodeRecords, body, caller), 'read committed'),

    pauseCampaign: ({ body, caller, transactAsCaller }) =>
      transactAsCaller((trx) => pauseCampaign(trx, promoCodeRecords, body, caller), 'read committed'),

    async validate({ body: { code, branchName, date, time = '' }, caller, request }) {
      const { percentage } = await guessingCode(db, { caller, request, code }, async () => {
        // A booking keeps its branch's earlier name. A name that no branch has proves nothing here; saving the booking knows its branch.
        const visit = {
          date: date && chainDayOf({ date, time }, dayEndsAt()),
          branchId: branchName === undefined ? undefined : await branchOfName(db, branchName),
        }
        const found = await findValid(db, code, visit)
        if (found) return found
        const fields = { code: 'Invalid or expired promo code' }
        throw new FailedAttempt(422, 'invalid_promo_code', 'Invalid promo code', { fields, reason: await whyRefused(db, code, visit) })
      })
      return { discountPercentage: percentage }
    },
  }),
)

/** Returns the columns of a code. `told`: the branches of an earlier version, which may have been erased. */
async function columns(trx: Transaction, { code, branches }: PromoCodeInput, current: PromoCodeRow | undefined, ...allowed: Limited[]) {
  // An older code that looks like another one keeps the letters that distinguish it.
  const unchanged = current && codeLetters(current.code) === code ? { code: current.code, codeKey: current.codeKey } : undefined
  // Restoring a version takes a code out of the trash. Meanwhile another code may have been given its letters.
  const key = unchanged?.codeKey ?? codeKey(code)
  if (!unchanged || current?.deletedAt !== null) await requireFreeCode(trx, key, current?.id)
  if (current && !unchanged) requireSameLetters(current, code, 'Pause this promo code and create another one.')
  const branchNames = await namesOfBranches(trx, branches, [...allowed, ...(current ? [limitedTo(current)] : [])])
  return { ...(unchanged ?? { codeKey: key }), uses: current?.uses ?? 0, campaign: current?.campaign ?? '', branchNames }
}

/** Detaches the bookings of an erased code. They keep its letters and their discount. */
async function forgetCode(trx: Transaction, { id }: PromoCodeRow): Promise<void> {
  await trx.updateTable('bookings').set({ promoCodeId: null }).where('promoCodeId', '=', id).execute()
}

/** Throws a 409 when another promo code that isn't deleted has this key. */
async function requireFreeCode(trx: Transaction, key: string, ownId: string | undefined): Promise<void> {
  const taken = await trx.selectFrom('promoCodes').select('id').where('codeKey', '=', key).where('deletedAt', 'is', null).executeTakeFirst()
  if (taken && taken.id !== ownId)
    throw conflict('taken', 'A promo code with this code already exists.', { code: 'A promo code with this code already exists.' })
}

/** Throws a 409 for new letters of a code that bookings use: the bookings and the guests' vouchers show the old letters. */
function requireSameLetters({ uses, code: letters }: PromoCodeRow, code: string, wayOut: string) {
  if (uses === 0 || code === letters) return
  const sentence = `Bookings use this code, so the code can't be changed. ${wayOut}`
  throw conflict('in_use', sentence, { code: sentence })
}

/** Returns the condition of a state on `day`. The states are the options of the list's filter. */
function isInState(state: string, day = chainDay()): Expression<SqlBool> {
  if (state === 'ending') return sql`(${isInState('active', day)} and last_day between ${day} and ${daysAfter(day, 6)})`
  return sql`${state} = ${stateOn(day)}`
}

/** Returns the condition of a type: a single code, or a code of a campaign. */
function isOfType(type: string): Expression<SqlBool> {
  return type === 'single' ? sql`campaign = ''` : sql`campaign <> ''`
}
