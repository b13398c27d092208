import type { Loaded } from '#web/api/live.ts'

type Item = { _id: string }

/** How a list differs from what it was: ids, and the place from which on its order is another one (`Infinity`: it is the same). */
export type Difference = { changed: string[]; added: string[]; gone: string[]; moves: number }

export const itemsIn = <Each extends Item>({ pages }: Loaded<Each>): Each[] => pages.flatMap(({ items }) => items)

export function differenceOf(before: readonly Item[], after: readonly Item[]): Difference {
  const [old, now] = [byId(before), byId(after)]
  const moves = before.findIndex(({ _id }, place) => after[place]?._id !== _id)
  const isChanged = (item: Item) => {
    const was = old.get(item._id)
    return was !== undefined && was !== item && JSON.stringify(was) !== JSON.stringify(item)
  }
  return {
    changed: after.filter(isChanged).map(({ _id }) => _id),
    added: after.filter(({ _id }) => !old.has(_id)).map(({ _id }) => _id),
    gone: before.filter(({ _id }) => !now.has(_id)).map(({ _id }) => _id),
    moves: moves === -1 ? Number.POSITIVE_INFINITY : moves,
  }
}

/** The list in the order that it was, with its items as they are now. */
export function inPlace<Each extends Item>(before: Loaded<Each>, after: Loaded<Each>): Loaded<Each> {
  const now = byId(itemsIn(after))
  const pages = before.pages.map((page) => ({ ...page, items: page.items.map((item) => now.get(item._id) ?? item) }))
  return { ...before, pages }
}

const byId = <Each extends Item>(items: readonly Each[]) => new Map(items.map((item) => [item._id, item]))
