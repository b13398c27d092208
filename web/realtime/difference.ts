import type { Loaded } from '#web/api/live.ts'

type Item = { _id: string }

/** The difference of two versions of a list: ids, and the index from which the order differs (`Infinity` for the same order). */
type Difference = { changed: string[]; added: string[]; gone: string[]; moves: number }

export const itemsIn = <Each extends Item>({ pages }: Loaded<Each>): Each[] => pages.flatMap(({ items }) => items)

/** An item that only crossed the end of the loaded pages counts as neither added nor removed. */
export function differenceOf(before: Loaded<Item>, after: Loaded<Item>): Difference {
  const [were, are] = [itemsIn(before), itemsIn(after)]
  const [old, now] = [byId(were), byId(are)]
  const [lastKept, lastKnown] = [were.findLastIndex(({ _id }) => now.has(_id)), are.findLastIndex(({ _id }) => old.has(_id))]
  const moves = were.findIndex(({ _id }, place) => are[place]?._id !== _id)
  const isChanged = (item: Item) => {
    const was = old.get(item._id)
    return was !== undefined && was !== item && JSON.stringify(was) !== JSON.stringify(item)
  }
  return {
    changed: idsOf(are.filter(isChanged)),
    added: idsOf(are.filter(({ _id }, place) => !old.has(_id) && !(goesOn(before) && place > lastKnown))),
    gone: idsOf(were.filter(({ _id }, place) => !now.has(_id) && !(goesOn(after) && place > lastKept))),
    moves: moves === -1 ? Number.POSITIVE_INFINITY : moves,
  }
}

const idsOf = (items: readonly Item[]) => items.map(({ _id }) => _id)
const goesOn = ({ pages }: Loaded<Item>) => pages.at(-1)?.next !== undefined

/** The list in the order that it was, with its items as they are now. */
export function inPlace<Each extends Item>(before: Loaded<Each>, after: Loaded<Each>): Loaded<Each> {
  const now = byId(itemsIn(after))
  const pages = before.pages.map((page, at) => ({
    ...page,
    items: page.items.map((item) => now.get(item._id) ?? item),
    isOld: after.pages[at]?.isOld ?? false,
  }))
  return { ...before, pages }
}

const byId = <Each extends Item>(items: readonly Each[]) => new Map(items.map((item) => [item._id, item]))
