import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Endpoint, mostVersions } from '#contract/endpoint.ts'
import { callUntyped as call } from './call.ts'

/** A version of a record: who did what, and the whole record after it. */
export type Version<Item> = {
  version: number
  action: 'create' | 'update' | 'delete' | 'restore'
  at: string
  /** `null`: the product itself. */
  byName: string | null
  record: Item
}

/** The versions of a record, the latest first, by pages. */
export const versionsQuery = <Item>(name: string, endpoint: Endpoint, id: string) =>
  infiniteQueryOptions({
    queryKey: [name, 'history', id],
    queryFn: ({ pageParam, signal }) => call(endpoint, { params: { id }, query: pageParam }, { signal }) as Promise<Version<Item>[]>,
    initialPageParam: {} as { before?: string },
    getNextPageParam: (page) => (page.length < mostVersions ? undefined : { before: String(page.at(-1)?.version) }),
  })
