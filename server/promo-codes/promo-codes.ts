import { type Expression, type SqlBool, sql } from 'kysely'
import { daysAfter, today } from '#contract/dates.ts'
import { codeKey, codeLetters, type PromoCode, type PromoCodeInput } from '#contract/promo-codes.ts'
import { branchOfName } from '#server/database/branch-names.ts'
import { records } from '#server/database/records.ts'
import type { PromoCodeRow, Transaction } from '#server/database/schema.ts'
import { resource } from '#server/http/resource.ts'
import { conflict, WrongGuess } from '#server/refusals.ts'
import { type Limited, limitedTo, namesOfBranches } from './branches.ts'
import { makeCampaign } from './campaigns.ts'
import { guessingCode } from './guessing.ts'
import { pauseCampaign } from './pausing.ts'
import { whyRefused } from './reasons.ts'
import { findValid } from './uses.ts'

/** What an earlier version tells besides what can be sent; it had no limits if it is from before there were any. */
type Told = Partial<Pick<PromoCode, 'branchNames'>>

const promoCodeRecords = records('promoCodes', { custom: { state: { where: isInState } }, letGo: forgetCode })

export const promoCodes = resource(
  promoCodeRecords,
  {
    // Bookings count its uses meanwhile: this waits for them instead of being run again (decision 011).
    isolation: 'read committed',
    columns: (trx, input, current) => columns(trx, input, current),
    columnsOfVersion: (trx, { branchNames = [], ...version }: PromoCodeInput & Told, current) =>
      columns(trx, version, current, { branches: version.branches, branchNames }),
    async restore(trx, trashed, { code = trashed.code }) {
      requireSameLetters(trashed, code, 'Give the one that has them now another code, if you can.')
      await requireFreeCode(trx, code, trashed.id)
      return { code, codeKey: codeKey(code) }
    },
  },
  (db) => ({
    createCampaign: ({ body, caller, transact }) => transact((trx) => makeCampaign(trx, promoCodeRecords, body, caller), 'read committed'),

    pauseCampaign: ({ body, caller, transact }) => transact((trx) => pauseCampaign(trx, promoCodeRecords, body, caller), 'read committed'),

    async validate({ body: { code, branchName, date }, caller, request }) {
      const { percentage } = await guessingCode(db, { caller, request, code }, async () => {
        // A booking keeps the name that its branch had then: one that no branch has says nothing, and the save knows better.
        const visit = { date, branchId: branchName === undefined ? undefined : await branchOfName(db, branchName) }
        const found = await findValid(db, code, visit)
        if (found) return found
        const fields = { code: 'Invalid or expired promo code' }
        throw new WrongGuess(422, 'invalid_promo_code', 'Invalid promo code', { fields, reason: await whyRefused(db, code, visit) })
      })
      return { discountPercentage: percentage }
    },
  }),
)

/** `told`: branches that an earlier version named, which may be gone for good. */
async function columns(trx: Transaction, { code, branches }: PromoCodeInput, current: PromoCodeRow | undefined, ...told: Limited[]) {
  // A code of before that another one looks like keeps the letters that tell it apart.
  const kept = current && codeLetters(current.code) === code ? { code: current.code, codeKey: current.codeKey } : undefined
  if (!kept) await requireFreeCode(trx, code, current?.id)
  if (current && !kept) requireSameLetters(current, code, 'Pause it and make another one.')
  const branchNames = await namesOfBranches(trx, branches, [...told, ...(current ? [limitedTo(current)] : [])])
  return { ...(kept ?? { codeKey: codeKey(code) }), uses: current?.uses ?? 0, campaign: current?.campaign ?? '', branchNames }
}

/** Bookings keep its letters and their discount. */
async function forgetCode(trx: Transaction, { id }: PromoCodeRow): Promise<void> {
  await trx.updateTable('bookings').set({ promoCodeId: null }).where('promoCodeId', '=', id).execute()
}

/** Refuses a code (409) that another promo code has which is not deleted. */
async function requireFreeCode(trx: Transaction, code: string, ownId: string | undefined): Promise<void> {
  const taken = await trx
    .selectFrom('promoCodes')
    .select('id')
    .where('codeKey', '=', codeKey(code))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (taken && taken.id !== ownId)
    throw conflict('taken', 'There is already a promo code with this code.', { code: 'There is already a promo code with this code.' })
}

/** Refuses (409) other letters for a code that bookings hold: they show those that they were made with, and so do the guests' vouchers. */
function requireSameLetters({ uses, code: letters }: PromoCodeRow, code: string, wayOut: string) {
  if (uses === 0 || code === letters) return
  const sentence = `Bookings use this code, so its letters must stay. ${wayOut}`
  throw conflict('in_use', sentence, { code: sentence })
}

/** Today's state of a code: the option of the filter that it answers to. */
function isInState(state: string, day = today()): Expression<SqlBool> {
  if (state === 'ending') return sql`(${isInState('active', day)} and last_day between ${day} and ${daysAfter(day, 6)})`
  return sql`${state} = case
    when last_day <> '' and last_day < ${day} then 'expired'
    when most_uses is not null and uses >= most_uses then 'used up'
    when paused = 1 then 'paused'
    when first_day > ${day} then 'scheduled'
    else 'active' end`
}
