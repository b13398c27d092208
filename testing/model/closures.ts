import { branchCalled } from './bookings.ts'
import { all, type Chain, type Fields, type Kept, note, Refused } from './chain.ts'

const canceled = 2
const today = () => new Date().toISOString().slice(0, 10)

/** Returns the fields of a saved closure. */
export function saveClosure(chain: Chain, closure: Kept, input: Fields): Fields {
  if (input.lastDay !== closure.fields.lastDay && String(input.lastDay) < today()) throw new Refused(422, 'invalid')
  return closureOfBranch(chain, closure, input)
}

/** Returns the fields of a closure of a branch, or of all. A name that the closure has keeps its branch. */
export function closureOfBranch(chain: Chain, closure: Kept, input: Fields): Fields {
  if (input.everywhere === true) {
    closure.branch = undefined
    return { ...input, branchName: '' }
  }
  if (input.branchName !== '' && input.branchName === closure.fields.branchName) return input
  const branch = branchCalled(chain, input.branchName)
  if (!branch) throw new Refused(422, 'invalid')
  closure.branch = branch.id
  return input
}

/** Renames a branch in its closures that aren't over, each as a new version. */
export function renameInClosures(chain: Chain, branch: Kept, name: unknown, by: string): void {
  for (const closure of all(chain, 'closures'))
    if (closure.branch === branch.id && closure.fields.branchName !== name && isComing(closure))
      note(closure, 'update', by, { branchName: name })
}

/** Detaches the bookings that were canceled for an erased closure. */
export function forgetClosure(chain: Chain, { id }: Kept): void {
  for (const kept of chain.values()) if (kept.fields.closure === id) kept.fields = { ...kept.fields, closure: null }
}

/** Returns the closure of a booking that is canceled for it, and refuses one that doesn't cover the booking. */
export function canceledFor(chain: Chain, booking: Kept, id: unknown, { status }: Fields): Fields {
  const closure = chain.get(String(id))
  if (closure?.state !== 'live') throw new Refused(404, 'not_found')
  if (!isCovered(closure, booking)) throw new Refused(422, 'invalid')
  return status === canceled ? { closure: id } : {}
}

function isCovered({ fields, branch }: Kept, booking: Kept): boolean {
  const { date, time, branchName } = booking.fields as { date: string; time: string; branchName: string }
  const { firstDay, lastDay, fromTime, untilTime } = fields as Record<string, string>
  const isThen = `${firstDay}` <= date && date <= `${lastDay}` && `${fromTime}` <= time && (untilTime === '' || time < `${untilTime}`)
  return isThen && (fields.everywhere === true || fields.branchName === branchName || (branch !== undefined && branch === booking.branch))
}

const isComing = ({ fields }: Kept) => String(fields.lastDay) >= today()

/** Whether a closure is in a state of the list's filter. */
export function isClosureIn(chain: Chain, closure: Kept, state: string): boolean {
  if (state !== 'uncalled') return isComing(closure) === (state === 'coming')
  const isToCall = ({ fields: { status, contactedAt, date } }: Kept) =>
    status !== canceled && contactedAt === null && String(date) >= today()
  return isComing(closure) && all(chain, 'bookings').some((booking) => isToCall(booking) && isCovered(closure, booking))
}

/** Returns what reading a branch adds: its closures that aren't over, earliest first. */
export function closuresOf(chain: Chain, { id }: Kept): Fields {
  const its = all(chain, 'closures').filter((closure) => isComing(closure) && (closure.fields.everywhere === true || closure.branch === id))
  const order = ({ fields, id }: Kept) => `${fields.firstDay} ${id}`
  const closures = its
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(({ fields: { firstDay, lastDay, fromTime, untilTime, reason } }) => ({ firstDay, lastDay, fromTime, untilTime, reason }))
  return closures.length > 0 ? { closures: closures.slice(0, 20) } : {}
}
