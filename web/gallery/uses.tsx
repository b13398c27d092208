import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Image, images } from '#contract/images.ts'
import { call } from '#web/api/call.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import * as resources from '#web/resources.ts'
import { Link } from '#web/router/Link.tsx'

/** The name and the link of a record that uses an image. */
const configs: Readonly<Record<string, ResourceConfig>> = resources

/** 'Not used', '1 use' or '3 uses' */
export function countOfUses({ usedByCount }: Image): string {
  if (usedByCount === 0) return 'Not used'
  return usedByCount === 1 ? '1 use' : `${formatCount(usedByCount)} uses`
}

/** The first records that use an image, each with a link to it, and a button for more of them. */
export function UseList({ image }: { image: Image }) {
  const { uses, left, isLoading, loadMore } = useUses(image)
  if (uses.length === 0) return <p className="mt-1 text-ink-2">Not used</p>
  return (
    <>
      <h3 className="mt-2 font-[550]">Used by</h3>
      <ul className="mt-0.5 grid max-h-28 overflow-y-auto">
        {uses.map(({ resource, _id, title }) => (
          <li key={_id}>
            {startingUpper(configs[resource]?.one ?? '')}:{' '}
            <Link
              to={configs[resource]?.at.one(_id) ?? ''}
              className="inline-block rounded-control py-0.5 font-[550] text-accent-text underline decoration-current/40 underline-offset-2 hover:decoration-current"
            >
              <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button look="quiet" aria-disabled={isLoading} onClick={loadMore}>
          Show more uses ({formatCount(left)} left)
        </Button>
      )}
    </>
  )
}

const startingUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const atOnce = '100'

/** The uses of an image: those that it names itself, then those of the pages that were loaded; `left` is the number of the others. */
function useUses({ _id: id, usedBy, usedByCount }: Image) {
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
