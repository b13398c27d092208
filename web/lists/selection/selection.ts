import { useMemo } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { ListQuery } from '#web/api/address.ts'
import { perSession } from '#web/api/session.ts'
import { createStore, useStore } from '#web/store.ts'
import { asShown, toggled } from './selecting.ts'

/** `of`: the query of the list. `byId`: the selected bookings as last seen. `anchor`: the start of the next range. */
type Selected = { of: string; byId: ReadonlyMap<string, Booking>; anchor?: string | undefined }

const nothing: Selected = { of: '', byId: new Map() }
const selected = perSession(() => createStore(nothing))

/**
 * The selected bookings of a query. They stay selected while more is loaded, others change them, or the user leaves and returns; another
 * filter clears the selection, another order does not. `shown`: the loaded bookings, in order.
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
    /** Selects the result of `load`, unless the selection has changed meanwhile. */
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

/** Updates each selected booking by `change`; `undefined` removes it from the selection. */
export function keepSelected(change: (booking: Booking) => Booking | undefined): void {
  const { byId, ...others } = selected().get()
  const kept = [...byId.values()].flatMap((booking) => change(booking) ?? [])
  selected().set({ ...others, byId: new Map(kept.map((booking) => [booking._id, booking])) })
}
