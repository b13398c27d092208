/** The items, of those with the same id the first. */
export function eachOnce<Item extends { _id: string }>(items: Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ _id }) => !seen.has(_id) && seen.add(_id))
}
