import { useMemo } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { ListQuery } from '#web/api/address.ts'
import { perSession } from '#web/api/session.ts'
import { createStore, useStore } from '#web/store.ts'
import { asShown, toggled } from './selecting.ts'

/** `of`: what the list was asked for. `byId`: each as it was when somebody saw it last. `anchor`: the one from which a range is selected. */
type Selected = { of: string; byId: ReadonlyMap<string, Booking>; anchor?: string | undefined }

const nothing: Selected = { of: '', byId: new Map() }
const selected = perSession(() => createStore(nothing))

/**
 * The bookings that are selected, of a list that is asked for something: they stay so while more of it is loaded, while others change it, and when
 * somebody comes back to it; asked for something else, in whatever order, it has none selected. `shown` are those that are loaded, in their order.
 */
export function useSelection(asked: ListQuery, shown: readonly Booking[]) {
  const stored = useStore(selected())
  const of = JSON.stringify({ ...asked, order: undefined })
  const { byId, anchor } = stored.of === of ? stored : nothing
  const bookings = useMemo(() => asShown(byId, shown), [byId, shown])

  const set = (chosen: Iterable<Booking>, next = anchor) =>
    selected().set({ of, byId: new Map([...chosen].map((booking) => [booking._id, booking])), anchor: next })

  return {
    bookings,
    has: (id: string) => byId.has(id),
    set,
    /** Selects what `load` answers, unless somebody has selected something else by then, or nothing. */
    async setLater(load: () => Promise<Iterable<Booking>>) {
      const its = selected()
      const before = its.get()
      const chosen = await load()
      if (its.get() === before) set(chosen)
    },
    clear: () => selected().set(nothing),
    /** Selects a booking, or takes it out; with `isRange` selects all from the one before to this one. */
    toggle(booking: Booking, isRange = false) {
      const next = toggled({ bookings, anchor }, shown, booking, isRange)
      set(next.bookings, next.anchor)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>

/** What is selected becomes what `change` makes of it; where that is nothing, it is selected no more. */
export function keepSelected(change: (booking: Booking) => Booking | undefined): void {
  const { byId, ...others } = selected().get()
  const kept = [...byId.values()].flatMap((booking) => change(booking) ?? [])
  selected().set({ ...others, byId: new Map(kept.map((booking) => [booking._id, booking])) })
}
