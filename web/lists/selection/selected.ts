import type { ListQuery } from '#web/api/address.ts'
import type { Stored } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/store.ts'
import { toggled } from './selecting.ts'

/**
 * `of`: the list and its query. `byId`: the selected records as last seen. `anchor`: the start of the next range. `isChoosing`: every record shows its
 * checkbox, although none is selected. `isLoading`: all records that match are on their way.
 */
export type Selected = {
  of: string
  byId: ReadonlyMap<string, Stored>
  anchor?: string | undefined
  isChoosing?: boolean
  isLoading?: boolean
}

export const nothing: Selected = { of: '', byId: new Map() }
export const selected = perSession(() => createStore(nothing))

/** Identifies a list and its query; the order makes no difference. */
export const keyOf = (name: string, asked: ListQuery): string => `${name} ${JSON.stringify({ ...asked, order: undefined })}`

/** The selection of the list `of`. */
export function selectedOf(of: string): Selected {
  const now = selected().get()
  return now.of === of ? now : nothing
}

/** Whether every record shows its checkbox. */
export const isSelecting = ({ byId, isChoosing = false }: Selected): boolean => isChoosing || byId.size > 0

export const byIdOf = <Item extends Stored>(items: Iterable<Item>): ReadonlyMap<string, Item> =>
  new Map([...items].map((item) => [item._id, item]))

/** Selects a record, or takes it out; with `isRange` selects all from the one before to this one. `shown`: the loaded records, in order. */
export function toggleSelected(of: string, shown: readonly Stored[], item: Stored, isRange = false): void {
  const { byId, anchor, isChoosing = false } = selectedOf(of)
  const next = toggled({ items: [...byId.values()], anchor }, shown, item, isRange)
  selected().set({ of, byId: byIdOf(next.items), anchor: next.anchor, isChoosing })
}

/** Updates each selected record by `change`; `undefined` removes it from the selection. */
export function keepSelected(change: (item: Stored) => Stored | undefined): void {
  const { byId, ...others } = selected().get()
  selected().set({ ...others, byId: byIdOf([...byId.values()].flatMap((item) => change(item) ?? [])) })
}
