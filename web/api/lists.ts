import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import { type ListQuery, pageQuery } from './address.ts'
import { ApiError, cachedAnswer, callUntyped as call } from './call.ts'
import { eachOnce } from './each-once.ts'
import { invalidate } from './invalidate.ts'
import { forgetHeld, type Loaded, type LoadedPage, live } from './live.ts'
import { perSession } from './session.ts'

/** The range of items in sight of each list on the screen, by the hash of its query. */
export const inSight = perSession(() => new Map<string, { from: number; to: number }>())

/**
 * A list as an infinite query. It is refetched when its screen opens, after changes, when the window gets the focus and when the network
 * comes back. A refetch requests the first page, which has the total, and the pages in sight; the others are only marked as old. All
 * pages stay loaded, so the server's cursors need not lead backwards.
 */
export function listQuery<Item extends { _id: string }>(name: string, endpoint: Endpoint, timeout: number) {
  const pageAt = (asked: ListQuery, after: string | undefined, signal?: AbortSignal) =>
    call(endpoint, { query: pageQuery(asked, after) }, { signal, timeout }) as Promise<Page<Item>>
  const begin = (asked: ListQuery): Loaded<Item> | undefined => {
    const page = cachedAnswer(endpoint, { query: pageQuery(asked) }) as Page<Item> | undefined
    return page && { pages: [page], pageParams: [undefined] }
  }
  return (asked: ListQuery) => {
    const queryKey = [name, 'list', asked] as const
    const queryHash = hashKey(queryKey)
    return infiniteQueryOptions({
      queryKey,
      async queryFn({ pageParam, signal, client }): Promise<LoadedPage<Item>> {
        const loaded = client.getQueryData<Loaded<Item>>(queryKey)
        const at = loaded?.pageParams.indexOf(pageParam) ?? -1
        const known = loaded?.pages[at]
        if (known && !pagesInSight(queryHash, loaded.pages).includes(at)) return { ...known, isOld: true }
        try {
          return await pageUntilNext(loaded, at, (after) => pageAt(asked, after, signal), pageParam)
        } catch (error) {
          if (isCursorRefused(error)) setTimeout(() => void client.resetQueries({ queryKey, exact: true }))
          throw error
        }
      },
      structuralSharing: (before, after) =>
        replaceEqualDeep(before, merged(queryHash, before as Loaded<Item> | undefined, after as Loaded<Item>)),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }: LoadedPage<Item>) => next,
      // A prefetched answer is drawn in the first frame, and not requested again.
      initialData: () => begin(asked),
      refetchOnMount: ({ state }) => state.dataUpdateCount > 0,
      placeholderData: keepPreviousData,
    })
  }
}

export type ListQueryOptions<Item extends { _id: string }> = ReturnType<ReturnType<typeof listQuery<Item>>>

/** Whether a page of now doesn't follow one of a server of before: the list begins with its first page then. */
const isCursorRefused = (error: unknown) => error instanceof ApiError && error.status === 422 && 'after' in error.fields

/** The texts that a filter can be set to now. */
export const filterValues = (endpoint: Endpoint | undefined, collection: string, filter: string) =>
  queryOptions({
    queryKey: [collection, 'values', filter],
    queryFn: async ({ signal }) => (endpoint ? ((await call(endpoint, { params: { filter } }, { signal })) as string[]) : []),
  })

/** Merges changes by others into a list on the screen (`web/realtime`). All other answers are shown as they are; a further page is only appended. */
function merged<Item extends { _id: string }>(queryHash: string, before: Loaded<Item> | undefined, after: Loaded<Item>): Loaded<Item> {
  if (!before || after.pages.length > before.pages.length) return after
  const { merge, byOthers } = live()
  if (merge && byOthers.has(queryHash)) return merge(queryHash, before, after)
  forgetHeld(queryHash)
  return after
}

/**
 * The loaded items of a list, each once, and how to load more. `query` reports only failures to load: a refetch that fails leaves the items,
 * and is repeated with the next event. Until the answer to another query has come, `items` are those of the previous query and `total` is
 * `undefined`.
 */
export function useListPages<Item extends { _id: string }>(options: ListQueryOptions<Item>) {
  const query = useInfiniteQuery(options)
  const { data, hasNextPage, isPending, isPlaceholderData, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query
  const isError = query.isLoadingError || query.isFetchNextPageError
  const items = useMemo(() => eachOnce((data?.pages ?? []).flatMap((page) => page.items)), [data])
  return {
    query: {
      data,
      hasNextPage,
      isPending,
      isPlaceholderData,
      isFetching,
      isFetchingNextPage,
      fetchNextPage,
      isError,
      error: isError ? query.error : undefined,
      isSuccess: query.isSuccess || query.isRefetchError,
    },
    items,
    total: isPlaceholderData ? undefined : data?.pages[0]?.total,
    refetch,
    hasRefetchFailed: query.isRefetchError,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/** The indexes of the pages with items in sight, and of the first page. */
function pagesInSight(queryHash: string, pages: Page<unknown>[]): number[] {
  const { from, to } = inSight().get(queryHash) ?? { from: 0, to: Number.POSITIVE_INFINITY }
  let start = 0
  return pages.flatMap(({ items }, at) => {
    const [begins, ends] = [start, start + items.length]
    start = ends
    return at === 0 || (begins < to && ends > from) ? [at] : []
  })
}

/** Whether items in sight have not been refetched with the others. */
export const hasOldInSight = (queryHash: string, pages: LoadedPage<unknown>[]): boolean =>
  pagesInSight(queryHash, pages).some((at) => pages[at]?.isOld)

/** Fetches a page. New items push others beyond its end, so a refetched page is extended until the loaded next page follows on. */
async function pageUntilNext<Item extends { _id: string }>(
  loaded: Loaded<Item> | undefined,
  at: number,
  pageAt: (after: string | undefined) => Promise<Page<Item>>,
  pageParam: string | undefined,
): Promise<Page<Item>> {
  const page = await pageAt(pageParam)
  const following = at < 0 ? undefined : loaded?.pageParams[at + 1]
  const first = loaded?.pages.slice(at + 1).flatMap(({ items }) => items)[0]
  if (following === undefined || first === undefined || page.next === following) return page
  const placeIn = (items: Item[]) => items.findIndex(({ _id }) => _id === first._id)
  if (placeIn(page.items) !== -1) return { ...page, next: following }
  const over = page.next === undefined ? [] : (await pageAt(page.next)).items
  const place = placeIn(over)
  return place === -1 ? page : { ...page, items: [...page.items, ...over.slice(0, place)], next: following }
}

/** Identifies a page: the query of its list, and whether it is the first page. */
export type ListPlace = { isFirst: boolean; asked: ListQuery }

/** Shows a change in every loaded list of a collection at once. Running refetches are canceled: their answers may lack the change. */
export function updateLists<Item>(client: QueryClient, name: string, change: (items: Item[], place: ListPlace) => Item[]) {
  live().byOthers.clear()
  void client.cancelQueries({ queryKey: [name, 'list'], predicate: ({ state }) => state.data !== undefined })
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
export const invalidateLists = (client: QueryClient, name: string): void =>
  refetchAfterChange(client, ({ queryKey }) => queryKey[0] === name && queryKey[1] === 'list')

/** Refetches the queries on the screen after a change, and marks the others as stale. */
export const invalidateAll = (client: QueryClient): void => refetchAfterChange(client, () => true)

function refetchAfterChange(client: QueryClient, isMeant: (query: Query) => boolean) {
  live().byOthers.clear()
  // A running request may have read the data before the change, and its answer would undo the change on the screen.
  void client.invalidateQueries({ predicate: (query) => isMeant(query) && query.state.data !== undefined })
  // The first answer can't be broken off: it is asked for once more after that.
  void invalidate(client, (query) => isMeant(query) && query.state.data === undefined)
}
