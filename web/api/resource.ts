import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answer, Endpoint, Page, Received } from '#contract/endpoint.ts'
import { callLoosely as call, patience } from './call.ts'
import type { Caller } from './caller.ts'
import { useSession } from './session.ts'

/** What every stored item carries. */
export type Stored = { _id: string; version: number; createdAt: string; updatedAt: string }

/** What a person reads when a call fails, word for word. */
export type ListFailures = { list: string; remove: string }
export type Failures = ListFailures & { one: string; create: string; update: string }

/** What a list screen needs. */
export type Collection<Item extends Stored> = {
  failed: ListFailures
  list: ReturnType<typeof listQuery<Item>>
  useRemove: () => UseMutationResult<unknown, Error, Item>
  useRestore: () => UseMutationResult<Item, Error, Item>
  /** Puts an item that came into being by other means at the head of the loaded list. */
  useArrival: () => (item: Item) => void
}

/** What is saved: a new item without `base`, or a change of the item `base`. */
export type Change<Input> = { input: Input; base?: { _id: string; version: number } | undefined }

/** What the detail and the editor need besides. */
export type Resource<Item extends Stored, Input> = Collection<Item> & {
  failed: Failures
  one: (id: string) => ReturnType<typeof oneQuery<Item>>
  useSave: () => UseMutationResult<Item, Error, Change<Input>>
}

type Listed = Record<'list' | 'remove' | 'restore', Endpoint>
type Crud = Listed & Record<'get' | 'create' | 'update', Endpoint>
type ItemOf<C extends Listed> = Answer<C['restore']> & Stored
type InputOf<C extends Crud> = Received<C['create']> extends { body: infer Input } ? Input : never

/** A collection that is listed, deleted from and restored to; every change refreshes whatever is on the screen. */
export function collection<C extends Listed>(
  name: string,
  contract: C,
  failed: ListFailures,
  timeout: number = patience.ordinary,
): Collection<ItemOf<C>> {
  type Item = ItemOf<C>
  return {
    failed,
    list: listQuery<Item>(name, contract.list, timeout),
    useRemove: () =>
      useChange(
        (item: Item, as) => call(contract.remove, { params: { id: item._id } }, { version: item.version, timeout, as }),
        (client, _, gone) => changeList<Item>(client, name, (items) => items.filter((item) => item._id !== gone._id)),
      ),
    useRestore: () =>
      useChange(
        (item: Item, as) => call(contract.restore, { params: { id: item._id } }, { timeout, as, restores: item.version }) as Promise<Item>,
        () => {},
      ),
    useArrival: () => {
      const client = useQueryClient()
      return (arrived) => {
        changeList<Item>(client, name, (items, isFirst) => (isFirst ? [arrived, ...items] : items).filter(isOnce))
        // A list that is on its way may have been read before the item was there.
        const list = { queryKey: [name, 'list'] }
        if (client.isFetching(list) > 0) void client.invalidateQueries(list)
      }
    },
  }
}

const isOnce = <Item extends Stored>(item: Item, at: number, items: Item[]) => items.findIndex(({ _id }) => _id === item._id) === at

/** A collection whose items are also read one by one, made and changed. */
export function resource<C extends Crud>(name: string, contract: C, failed: Failures): Resource<ItemOf<C>, InputOf<C>> {
  type Item = ItemOf<C>
  return {
    ...collection(name, contract, failed),
    failed,
    one: (id) => oneQuery<Item>(name, contract.get, id),
    useSave: () =>
      useChange(
        ({ input, base }: Change<InputOf<C>>, as) =>
          (base
            ? call(contract.update, { params: { id: base._id }, body: input }, { version: base.version, as })
            : call(contract.create, { body: input }, { as })) as Promise<Item>,
        (client, saved, { base }) => {
          client.setQueryData([name, 'one', saved._id], saved)
          changeList<Item>(client, name, (items, isFirst) =>
            base ? items.map((item) => (item._id === saved._id ? saved : item)) : isFirst ? [saved, ...items] : items,
          )
        },
      ),
  }
}

/** The items of a list as far as they are loaded, and how to load more. */
export function useList<Item extends Stored>({ list }: Collection<Item>) {
  const query = useInfiniteQuery(list)
  const pages = query.data?.pages ?? []
  return { query, items: pages.flatMap((page) => page.items), total: pages.at(-1)?.total ?? 0 }
}

/** How many items a list asks for at a time. */
const pageSize = 60

function listQuery<Item>(name: string, endpoint: Endpoint, timeout: number) {
  return infiniteQueryOptions({
    queryKey: [name, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { query: { limit: String(pageSize), offset: String(pageParam) } }, { signal, timeout }) as Promise<Page<Item>>,
    initialPageParam: 0,
    getNextPageParam: (last: Page<Item>, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
      return last.items.length > 0 && loaded < last.total ? loaded : undefined
    },
  })
}

function oneQuery<Item>(name: string, endpoint: Endpoint, id: string) {
  return queryOptions({
    queryKey: [name, 'one', id],
    queryFn: ({ signal }) => call(endpoint, { params: { id } }, { signal }) as Promise<Item>,
  })
}

/** A change belongs to the session that the screen was drawn in, however late it is made: an Undo, a save that waited for an upload. */
function useChange<Variables, Result>(
  change: (variables: Variables, as: Caller | undefined) => Promise<Result>,
  onDone: (client: QueryClient, result: Result, variables: Variables) => void,
) {
  const client = useQueryClient()
  const { session } = useSession()
  return useMutation({
    mutationFn: (variables: Variables) => change(variables, session),
    onSuccess: (result, variables) => onDone(client, result, variables),
    onSettled: () => void client.invalidateQueries(),
  })
}

/** Shows a change in the loaded list at once, before the server's own list arrives. */
function changeList<Item>(client: QueryClient, name: string, change: (items: Item[], isFirst: boolean) => Item[]) {
  client.setQueryData<InfiniteData<Page<Item>, number>>([name, 'list'], (loaded) => {
    if (!loaded) return loaded
    const pages = loaded.pages.map((page, index) => ({ ...page, items: change(page.items, index === 0) }))
    const added = count(pages) - count(loaded.pages)
    return { ...loaded, pages: pages.map((page) => ({ ...page, total: page.total + added })) }
  })
}

const count = (pages: Page<unknown>[]) => pages.reduce((sum, { items }) => sum + items.length, 0)
