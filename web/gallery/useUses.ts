import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Image, images } from '#contract/images.ts'
import { call } from '#web/api/call.ts'

const atOnce = '100'

/** The uses of an image: those that it names itself, then those of the pages that were loaded; `left` is the number of the others. */
export function useUses({ _id: id, usedBy, usedByCount }: Image) {
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['images', 'uses', id],
    queryFn: ({ pageParam, signal }) =>
      call(images.uses, { params: { id }, query: { limit: atOnce, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    enabled: isOpen,
  })
  const loaded = data?.pages.flatMap(({ items }) => items) ?? usedBy
  const count = data?.pages[0]?.total ?? usedByCount
  return {
    uses: loaded,
    left: data && !hasNextPage ? 0 : count - loaded.length,
    isLoading: isFetching,
    loadMore() {
      if (!isOpen) setOpen(true)
      else if (!isFetching) void fetchNextPage()
    },
  }
}
