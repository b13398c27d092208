import type { Endpoint } from '#contract/endpoint.ts'
import { mostItems } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { callUntyped as call } from '#web/api/call.ts'
import { eachOnce } from '#web/api/each-once.ts'

/** So many records can be selected, and are shown where there is one line for each. */
export const mostSelected = 5_000

type Page<Item> = { items: Item[]; next: string | undefined }

/** All records of lists, one list after the other, as they are on the server now; the first `most` of them. */
export const loadAll = <Item extends { _id: string }>(
  endpoint: Endpoint,
  lists: readonly ListQuery[],
  most = mostSelected,
  signal?: AbortSignal,
): Promise<Item[]> => gather(pagesOf<Item>(endpoint, lists, signal), most)

async function* pagesOf<Item>(endpoint: Endpoint, lists: readonly ListQuery[], signal?: AbortSignal): AsyncGenerator<Item[]> {
  for (const asked of lists) {
    for (let after: readonly string[] | undefined = []; after; ) {
      const query = { ...asked, limit: [String(mostItems)], ...(after.length > 0 && { after }) }
      const { items, next } = (await call(endpoint, { query }, { signal })) as Page<Item>
      yield items
      after = next === undefined ? undefined : [next]
    }
  }
}

/** Collects the items of pages, each once, up to `most`; requests no further page. */
export async function gather<Item extends { _id: string }>(pages: AsyncIterable<Item[]>, most: number): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) {
    items.push(...page)
    if (items.length >= most) break
  }
  return eachOnce(items).slice(0, most)
}
