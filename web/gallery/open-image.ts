import { useEffect, useEffectEvent, useState } from 'react'
import type { Image } from '#contract/images.ts'
import type { useListPages } from '#web/api/lists.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { focusOn } from '#web/lists/deletion.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

/** So many images before the last one that is loaded, more are loaded. */
const ahead = 10

/** The image of the list that is open in large. It closes when the image leaves the list, and when the user goes back to an earlier query. */
export function useOpenImage({ query, items }: Pick<ReturnType<typeof useListPages<Image>>, 'query' | 'items'>) {
  const { key, by } = useLocation()
  const [open, setOpen] = useState<{ id: string; at: number; key: string }>()
  if (open && open.key !== key && by === 'pop') setOpen(undefined)
  const afterRender = useAfterRender()
  const at = items.findIndex(({ _id }) => _id === open?.id)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const isEndNear = open !== undefined && Math.max(at, open.at) >= items.length - ahead && hasNextPage && !isError
  // A refetched list may drop pages further down, which are loaded again.
  const isGone = open !== undefined && at === -1 && !(isEndNear && open.at >= items.length)

  useEffect(() => {
    // The list loads more when its end comes into view; going from image to image does not scroll it.
    if (isEndNear && !isFetching) void fetchNextPage()
  }, [isEndNear, isFetching, fetchNextPage])

  const passOn = useEffectEvent(() => {
    setOpen(undefined)
    focusOn((items[open?.at ?? 0] ?? items.at(-1))?._id)
  })
  useEffect(() => {
    if (isGone) passOn()
  }, [isGone])

  return {
    id: open?.id,
    at,
    show: (image: Image) => setOpen({ id: image._id, at: items.indexOf(image), key }),
    close() {
      setOpen(undefined)
      afterRender(() => focusOn(open?.id))
    },
  }
}
