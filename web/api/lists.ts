import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import { type ListQuery, pageQuery } from './address.ts'
import { ApiError, cachedAnswer, callUntyped as call } from './call.ts'
import { fetched, invalidate } from './invalidate.ts'
import type { Loaded, Settle } from './live.ts'

/** The pages of a list. Only the pages in view are fetched again: see `useListPages`. */
export function listQuery<Item>(name: string, endpoint: Endpoint, timeout: number) {
  const pageAt = (asked: ListQuery, after: string | undefined, signal?: AbortSignal) =>
    call(endpoint, { query: pageQuery(asked, after) }, { signal, timeout }) as Promise<Page<Item>>
  const begin = (asked: ListQuery): Loaded<Item> | undefined => {
    const page = cachedAnswer(endpoint, { query: pageQuery(asked) }) as Page<Item> | undefined
    return page && { pages: [page], pageParams: [undefined] }
  }
  return (asked: ListQuery) => ({
    pageAt: (after: string | undefined) => pageAt(asked, after),
    options: infiniteQueryOptions({
      queryKey: [name, 'list', asked],
      async queryFn({ pageParam, signal, queryKey, client }) {
        const before = changes
        const page = await pageAt(asked, pageParam, signal).catch((error: unknown) => {
          if (isCursorRefused(error)) setTimeout(() => void client.resetQueries({ queryKey, exact: true }))
          throw error
        })
        justCome.add(page)
        // A list that a page has come to counts as one of now, although the page may have been read before the change.
        if (changes !== before) setTimeout(() => void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' }))
        return page
      },
      structuralSharing: (before, after) => replaceEqualDeep(before, joined(before as Loaded<Item>, after as Loaded<Item>)),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }: Page<Item>) => next,
      // A prefetched answer is drawn in the first frame.
      initialData: () => begin(asked),
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
    }),
  })
}

export type ListQueryOptions<Item> = ReturnType<ReturnType<typeof listQuery<Item>>>

/** Whether a page of now doesn't follow one of a server of before: the list begins with its first page then. */
const isCursorRefused = (error: unknown) => error instanceof ApiError && error.status === 422 && 'after' in error.fields

/** The texts that a filter can be set to now. */
export const filterValues = (endpoint: Endpoint | undefined, collection: string, filter: string) =>
  queryOptions({
    queryKey: [collection, 'values', filter],
    queryFn: async ({ signal }) => (endpoint ? ((await call(endpoint, { params: { filter } }, { signal })) as string[]) : []),
  })

/** The number of changes made in this tab. An answer that was requested before the latest change is out of date. */
let changes = 0

/** Pages that have just come. */
const justCome = new WeakSet<object>()

/**
 * Appends a page to the pages that are loaded now, if it still follows them. TanStack Query would append it to the pages of the time of
 * the request, and undo changes made since.
 */
function joined<Item>(before: Loaded<Item> | undefined, after: Loaded<Item>): Loaded<Item> {
  const [page, cursor] = [after.pages.at(-1), after.pageParams.at(-1)]
  const hasComeAlone = after.pages.filter((each) => justCome.delete(each)).length === 1 && after.pages.length > 1
  if (!before || !page || !hasComeAlone) return after
  if (before.pages.at(-1)?.next !== cursor) return before
  return { pages: [...before.pages, page], pageParams: [...before.pageParams, cursor] }
}

/**
 * The loaded items of a list, each once, and how to load more. `refresh` fetches the pages of a range of items again; pages out of view
 * stay, and `isOld` is true from then on. `settle` merges the answer. `retry` repeats a failed request. Until the answer to another query
 * has come, `items` are those of the previous query and `total` is `undefined`.
 */
export function useListPages<Item extends { _id: string }>({ options, pageAt }: ListQueryOptions<Item>) {
  const client = useQueryClient()
  const query = useInfiniteQuery(options)
  const { data } = query
  const pages = data?.pages ?? []
  const items = useMemo(() => eachOnce((data?.pages ?? []).flatMap((page) => page.items)), [data])

  async function refresh(from: number, to: number, settle: Settle): Promise<void> {
    // A page that is on its way may be of before.
    await fetched(client.getQueryCache().find({ queryKey: options.queryKey }))
    const there = client.getQueryData<Loaded<Item>>(options.queryKey)
    if (!there) return
    const before = changes
    const again = pagesWith(there.pages, from, to).map(async (at) => [at, await pageAgain(there, at, pageAt)] as const)
    const fresh = await Promise.all(again).catch((error: unknown) => {
      if (!isCursorRefused(error)) throw error
    })
    if (!fresh) return client.resetQueries({ queryKey: options.queryKey, exact: true })
    if (changes !== before) return refresh(from, to, settle)
    client.setQueryData<Loaded<Item>>(options.queryKey, (loaded) => loaded && settle(loaded, fresh.reduce(replacePage<Item>, aged(loaded))))
  }

  function isOld(from: number, to: number): boolean {
    const now = client.getQueryData<Loaded<Item>>(options.queryKey)?.pages ?? []
    return pagesWith(now, from, to).some((at) => now[at]?.isOld)
  }

  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  const total = query.isPlaceholderData ? undefined : pages[0]?.total
  return { query, items, total, refresh, isOld, retry }
}

/** The items, of those with the same id the first. */
export function eachOnce<Item extends { _id: string }>(items: Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ _id }) => !seen.has(_id) && seen.add(_id))
}

/** The places of the pages that hold the items `from` to `to`; the first one always, whose total counts. */
function pagesWith(pages: Page<unknown>[], from: number, to: number): number[] {
  let start = 0
  return pages.flatMap(({ items }, at) => {
    const [begins, ends] = [start, start + items.length]
    start = ends
    return at === 0 || (begins <= to && ends > from) ? [at] : []
  })
}

/** A page fetched again. New items push others beyond its end, so it is extended until the next page follows on. */
async function pageAgain<Item extends { _id: string }>(
  { pages, pageParams }: Loaded<Item>,
  at: number,
  pageAt: ListQueryOptions<Item>['pageAt'],
): Promise<Page<Item>> {
  const page = await pageAt(pageParams[at])
  const following = pageParams[at + 1]
  const first = pages.slice(at + 1).flatMap(({ items }) => items)[0]
  if (following === undefined || first === undefined || page.next === following) return page
  const placeIn = (items: Item[]) => items.findIndex(({ _id }) => _id === first._id)
  if (placeIn(page.items) !== -1) return { ...page, next: following }
  const over = page.next === undefined ? [] : (await pageAt(page.next)).items
  const place = placeIn(over)
  return place === -1 ? page : { ...page, items: [...page.items, ...over.slice(0, place)], next: following }
}

const aged = <Item>({ pages, ...rest }: Loaded<Item>): Loaded<Item> => ({ ...rest, pages: pages.map((page) => ({ ...page, isOld: true })) })

/** Replaces a page. Pages that do not follow on any more are dropped, and loaded again when the user scrolls there. */
function replacePage<Item>({ pages, pageParams }: Loaded<Item>, [at, fresh]: readonly [number, Page<Item>]): Loaded<Item> {
  const joins = fresh.next === pageParams[at + 1] || at === pages.length - 1
  const kept = joins ? pages.length : at + 1
  return { pages: pages.slice(0, kept).map((page, place) => (place === at ? fresh : page)), pageParams: pageParams.slice(0, kept) }
}

/** Identifies a page: the query of its list, and whether it is the first page. */
export type ListPlace = { isFirst: boolean; asked: ListQuery }

/** Shows a change in every loaded list of a collection at once, before the server's own answer arrives. */
export function updateLists<Item>(client: QueryClient, name: string, change: (items: Item[], place: ListPlace) => Item[]) {
  for (const [queryKey] of client.getQueriesData<Loaded<Item>>({ queryKey: [name, 'list'] })) {
    const asked = (queryKey[2] ?? {}) as ListQuery
    const changed = (loaded: Loaded<Item> | undefined) => {
      if (!loaded) return loaded
      const pages = loaded.pages.map((page, index) => ({ ...page, items: change(page.items, { isFirst: index === 0, asked }) }))
      const added = count(pages) - count(loaded.pages)
      return { ...loaded, pages: pages.map((page) => ({ ...page, total: page.total + added })) }
    }
    // All else in it is as old as before.
    client.setQueryData<Loaded<Item>>(queryKey, changed, { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 })
  }
}

/** Finds an item in the lists that are loaded, the one that was loaded last first. */
export const inLists =
  (client: QueryClient, name: string, id: string) =>
  <Item>(): Item | undefined => {
    const lists = client.getQueryCache().findAll({ queryKey: [name, 'list'] })
    const latest = lists.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    const pages = latest.flatMap(({ state }) => (state.data as Loaded<{ _id: string }> | undefined)?.pages ?? [])
    return pages.flatMap(({ items }) => items).find(({ _id }) => _id === id) as Item | undefined
  }

const count = (pages: Page<unknown>[]) => pages.reduce((sum, { items }) => sum + items.length, 0)

/** Refetches the lists of a collection after a record was added by other means, and no other queries. */
export function invalidateLists(client: QueryClient, name: string) {
  changes += 1
  void client.invalidateQueries({ queryKey: [name, 'list'], refetchType: 'none' })
}

/** Refetches the queries on the screen. Lists are only marked as stale: each refetches the part in view (`useListPages`). */
export function invalidateAll(client: QueryClient) {
  changes += 1
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === 'list'
  // A running request may have read the data before the change, and its answer would undo the change on the screen.
  void client.invalidateQueries({ predicate: (query) => !isList(query) && query.state.data !== undefined })
  // The first answer can't be broken off: it is asked for once more after that.
  void invalidate(client, (query) => !isList(query) && query.state.data === undefined)
  void client.invalidateQueries({ predicate: isList, refetchType: 'none' })
}
