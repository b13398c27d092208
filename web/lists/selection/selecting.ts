/** The selected records in the order of the list, and the start of the next range. */
type Chosen<Item> = { items: Item[]; anchor: string | undefined }

type Identified = { _id: string }

/** Selects a record, or takes it out; with `isRange` selects all from the anchor to this one, where both are in `shown`. */
export function toggled<Item extends Identified>(
  { items, anchor }: Chosen<Item>,
  shown: readonly Item[],
  item: Item,
  isRange: boolean,
): Chosen<Item> {
  const { _id } = item
  const range = isRange && anchor !== undefined ? between(shown, anchor, _id) : []
  if (range.length > 0) return { items: [...items, ...range], anchor }
  const others = items.filter((each) => each._id !== _id)
  return { items: others.length < items.length ? others : [...items, item], anchor: _id }
}

/** The selected records as `shown` has them by now, in its order; those that it doesn't have follow. */
export function asShown<Item extends Identified>(byId: ReadonlyMap<string, Item>, shown: readonly Item[]): Item[] {
  if (byId.size === 0) return []
  const inSight = shown.filter(({ _id }) => byId.has(_id))
  const ids = new Set(inSight.map(({ _id }) => _id))
  return [...inSight, ...[...byId.values()].filter(({ _id }) => !ids.has(_id))]
}

function between<Item extends Identified>(shown: readonly Item[], one: string, other: string): Item[] {
  const places = [one, other].map((id) => shown.findIndex(({ _id }) => _id === id))
  return places.includes(-1) ? [] : shown.slice(Math.min(...places), Math.max(...places) + 1)
}
