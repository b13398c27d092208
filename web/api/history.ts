import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Endpoint, mostVersions, type Version } from '#contract/endpoint.ts'
import { callUntyped as call } from './call.ts'

/** The versions of a record, the latest first, by pages. */
export const versionsQuery = <Item>(name: string, endpoint: Endpoint, id: string) =>
  infiniteQueryOptions({
    queryKey: [name, 'history', id],
    queryFn: ({ pageParam, signal }) => call(endpoint, { params: { id }, query: pageParam }, { signal }) as Promise<Version<Item>[]>,
    initialPageParam: {} as { before?: string },
    getNextPageParam: (page) => (page.length < mostVersions ? undefined : { before: String(page.at(-1)?.version) }),
  })
