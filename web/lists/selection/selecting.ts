import type { Booking } from '#contract/bookings.ts'

/** The selected bookings in the order of the list, and the start of the next range. */
type Chosen = { bookings: Booking[]; anchor: string | undefined }

/** Selects a booking, or takes it out; with `isRange` selects all from the anchor to this one, where both are in `shown`. */
export function toggled({ bookings, anchor }: Chosen, shown: readonly Booking[], booking: Booking, isRange: boolean): Chosen {
  const { _id } = booking
  const range = isRange && anchor !== undefined ? between(shown, anchor, _id) : []
  if (range.length > 0) return { bookings: [...bookings, ...range], anchor }
  const others = bookings.filter((each) => each._id !== _id)
  return { bookings: others.length < bookings.length ? others : [...bookings, booking], anchor: _id }
}

/** The selected bookings as `shown` has them by now, in its order; those that it doesn't have follow. */
export function asShown(byId: ReadonlyMap<string, Booking>, shown: readonly Booking[]): Booking[] {
  if (byId.size === 0) return []
  const inSight = shown.filter(({ _id }) => byId.has(_id))
  const ids = new Set(inSight.map(({ _id }) => _id))
  return [...inSight, ...[...byId.values()].filter(({ _id }) => !ids.has(_id))]
}

function between(shown: readonly Booking[], one: string, other: string): Booking[] {
  const places = [one, other].map((id) => shown.findIndex(({ _id }) => _id === id))
  return places.includes(-1) ? [] : shown.slice(Math.min(...places), Math.max(...places) + 1)
}
