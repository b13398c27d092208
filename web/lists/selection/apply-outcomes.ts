import type { Booking, BookingChange, ChangeOutcome } from '#contract/bookings.ts'
import { updateLists } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import type { Planned } from './bulk-actions.ts'
import { keepSelected } from './selection.ts'

/** Applies the outcomes of a step to the loaded lists, and updates the selection. */
export function applyOutcomes(planned: readonly Planned[], outcomes: readonly ChangeOutcome[]): void {
  const afterwards = new Map<string, (booking: Booking) => Booking | undefined>()
  for (const [at, { change }] of planned.entries()) {
    const outcome = outcomes[at]
    if (outcome) afterwards.set(change._id, (booking) => asItIs(booking, change, outcome))
  }
  const changed = (booking: Booking) => {
    const make = afterwards.get(booking._id)
    return make ? make(booking) : booking
  }
  updateLists<Booking>(queries(), 'bookings', (items) => items.flatMap((item) => changed(item) ?? []))
  keepSelected(changed)
}

/** `undefined` where it isn't there any more. */
function asItIs(booking: Booking, change: BookingChange, outcome: ChangeOutcome): Booking | undefined {
  if ('version' in outcome) return 'status' in change ? { ...booking, status: change.status, version: outcome.version } : undefined
  return outcome.code === 'not_found' ? undefined : (outcome.current ?? booking)
}
