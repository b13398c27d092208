/**
 * Yields rows in the order of their ids, page by page, while others add and delete rows. `ask` returns at most `size` rows after an id, in
 * that order.
 */
export async function* pagesById<Row extends { id: string }>(
  ask: (after: string, size: number) => Promise<Row[]>,
  size: number,
): AsyncGenerator<Row[], void, undefined> {
  for (let after = ''; ; ) {
    const rows = await ask(after, size)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = last.id
  }
}
