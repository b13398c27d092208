/** A row with a unique key: `kept` is its key without a change, `wanted` the key of its canonical form. */
export type Keyed = { id: string; kept: string; wanted: string }

/**
 * Returns the ids of rows that keep their text, because another row has the key that they would get. Of several rows that want one key, the
 * row that already has it wins, else the oldest.
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
