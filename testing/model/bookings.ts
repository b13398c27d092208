import { phoneCountry } from '#server/phone/country.ts'
import { phoneNumbersIn } from '#server/phone/numbers.ts'
import { all, type Chain, type Fields, type Kept, note, Refused } from './chain.ts'

const canceled = 2

/** Returns the fields of a saved booking. The booking's branch and its use of a promo code change with it. */
export function saveBooking(chain: Chain, booking: Kept, given: Fields): Fields {
  const had = booking.fields
  const { note = '', contactedAt = null, contactedBy = null } = had
  const input: Fields = { note, contactedAt, contactedBy, ...given, closure: closureOf(given, had) }
  holdBranch(chain, booking, input)
  if (input.promoCode === had.promoCode) {
    moveUse(chain, booking, { ...booking, fields: input })
    return { ...withLinks(input), discountPercentage: had.discountPercentage }
  }
  const code = all(chain, 'promoCodes').find(({ fields }) => fields.code === input.promoCode && isValid(fields, input.date, booking.branch))
  if (!code && input.promoCode !== '') throw new Refused(422, 'invalid')
  moveUse(chain, booking, { ...booking, code: code?.id, fields: input })
  return { ...withLinks(input), discountPercentage: code?.fields.percentage ?? 0 }
}

/** The dialling links have tests of their own: `server/phone/numbers.test.ts`. */
const withLinks = (fields: Fields): Fields => ({
  ...fields,
  phoneLinks: phoneNumbersIn(String(fields.phoneNumber), phoneCountry()).map(({ link }) => link),
})

/** Returns a restored version: with its promo code on any day, at the discount of that time, unless the code is used up. */
export function bringBackBooking(chain: Chain, booking: Kept, then: Fields): Fields {
  bringBackBranch(chain, booking, then)
  const code = then.promoCode === booking.fields.promoCode ? booking.code : codeOfLetters(chain, then.promoCode)
  moveUse(chain, booking, { ...booking, code, fields: then })
  const { contactedAt, contactedBy } = booking.fields
  return { ...then, contactedAt, contactedBy, closure: closureOf(then, booking.fields) }
}

/** A booking stays canceled for its closure as long as it is canceled. */
const closureOf = ({ status }: Fields, { closure = null }: Fields) => (status === canceled ? closure : null)

function moveUse(chain: Chain, booking: Kept, next: Kept) {
  const had = booking.state === 'live' ? counted(booking) : undefined
  if (counted(next) !== had) {
    if (had) giveBack(chain, booking)
    takeUse(chain, next)
  }
  booking.code = next.code
}

function holdBranch(chain: Chain, booking: Kept, { branchName }: Fields) {
  if (branchName === booking.fields.branchName) return
  const branch = branchCalled(chain, branchName)
  if (!branch) throw new Refused(422, 'invalid')
  booking.branch = branch.id
}

/**
 * Sets the branch of a restored version: the booking's own if it ever had that name, else the current one with the name, else the youngest that had
 * it.
 */
function bringBackBranch(chain: Chain, booking: Kept, { branchName }: Fields) {
  if (branchName === booking.fields.branchName) return
  const once = [...all(chain, 'branches'), ...all(chain, 'branches', 'deleted')]
    .filter(({ history }) => history.some(({ fields }) => fields.name === branchName))
    .sort(byId)
  const its = once.find(({ id }) => id === booking.branch)
  booking.branch = (its ?? branchCalled(chain, branchName) ?? once.at(-1))?.id
}

export const branchCalled = (chain: Chain, name: unknown) =>
  all(chain, 'branches')
    .filter(({ fields }) => fields.name === name)
    .sort(byId)[0]

const byId = (one: Kept, other: Kept) => (one.id < other.id ? -1 : 1)

const isLeft = ({ uses, mostUses }: Fields) => mostUses === null || Number(uses) < Number(mostUses)

function isValid(code: Fields, date: unknown, branch: string | undefined): boolean {
  const day = new Date().toISOString().slice(0, 10)
  const weekday = new Date(String(date)).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  const [weekdays, branches] = [code.weekdays as string[], code.branches as (string | undefined)[]]
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return false
  if (branches.length > 0 && !branches.includes(branch)) return false
  return !code.paused && String(code.firstDay) <= day && (code.lastDay === '' || String(code.lastDay) >= day) && isLeft(code)
}

/** Returns the code with these letters, or else the code that was deleted last with them. */
function codeOfLetters(chain: Chain, letters: unknown): string | undefined {
  const withLetters = (state: Kept['state']) => all(chain, 'promoCodes', state).filter(({ fields }) => fields.code === letters)
  const [live] = withLetters('live')
  return (live ?? withLetters('deleted').sort((one, other) => deletedAt(other) - deletedAt(one))[0])?.id
}

const deletedAt = ({ deleted = 0 }: Kept) => deleted

/** Returns the code whose use a booking counts; a canceled booking counts none. */
const counted = ({ code, fields }: Kept) => (fields.status === canceled ? undefined : code)

/** Counts a booking's use of its code, deleted or not. */
export function takeUse(chain: Chain, booking: Kept): void {
  const code = chain.get(counted(booking) ?? '')
  if (!code) return
  if (!isLeft(code.fields)) throw new Refused(409, 'used_up')
  code.fields = { ...code.fields, uses: Number(code.fields.uses) + 1 }
}

/** Returns a booking's use to its code. */
export function giveBack(chain: Chain, booking: Kept): void {
  const code = chain.get(counted(booking) ?? '')
  if (code) code.fields = { ...code.fields, uses: Number(code.fields.uses) - 1 }
}

/** Renames the coming bookings of a branch: those with the name `from`, or all. */
export function renameComing(chain: Chain, branch: Kept, name: unknown, by: string, from?: unknown): void {
  const today = new Date().toISOString().slice(0, 10)
  for (const booking of all(chain, 'bookings')) {
    const { date, status, branchName } = booking.fields
    const isMeant = branchName !== name && (from === undefined || branchName === from)
    if (booking.branch === branch.id && String(date) > today && status !== canceled && isMeant)
      note(booking, 'update', by, { branchName: name })
  }
}
