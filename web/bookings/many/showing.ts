import type { Booking, ChangeOutcome } from '#contract/bookings.ts'
import { changeLists } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import type { Planned } from './deeds.ts'
import { keepSelected } from './selection.ts'

/** Shows what a step has done in the lists that are loaded, and keeps selected what is still there, in its new version. */
export function showChanged(planned: readonly Planned[], outcomes: readonly ChangeOutcome[]): void {
  const done = new Map<string, (booking: Booking) => Booking | undefined>()
  for (const [at, { change }] of planned.entries()) {
    const outcome = outcomes[at]
    if (!outcome || 'error' in outcome) continue
    const { version } = outcome
    done.set(change._id, (booking) => ('status' in change ? { ...booking, status: change.status, version } : undefined))
  }
  const changed = (booking: Booking) => {
    const make = done.get(booking._id)
    return make ? make(booking) : booking
  }
  changeLists<Booking>(queries(), 'bookings', (items) => items.flatMap((item) => changed(item) ?? []))
  keepSelected(changed)
}
