/** A row that is unique by a key: `kept` is its key if it stays as it is, `wanted` the one of its canonical form. */
export type Keyed = { id: string; kept: string; wanted: string }

/**
 * The ids of the rows that stay as they are, because another one has the key that they would get. Of several that want one key, the row that has it
 * already gets it, else the one that was made first.
 */
export function staying(rows: readonly Keyed[]): Set<string> {
  const groups = Map.groupBy(rows, ({ wanted }) => wanted)
  const others = [...groups.values()].flatMap((group) => {
    const inOrder = group.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const first = inOrder.find(({ kept, wanted }) => kept === wanted) ?? inOrder[0]
    return inOrder.filter((row) => row !== first)
  })
  return new Set(others.map(({ id }) => id))
}
