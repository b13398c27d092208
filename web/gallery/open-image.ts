import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Image } from '#contract/images.ts'
import type { useListPages } from '#web/api/lists.ts'
import { focusOn } from '#web/lists/deletion.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

/** So many images before the last one that is loaded, more are loaded. */
const ahead = 10

/** The image of a list that is open large. It is closed where it goes from the list, and where somebody goes back to what the list was asked for before. */
export function useOpenImage({ query, items }: Pick<ReturnType<typeof useListPages<Image>>, 'query' | 'items'>) {
  const { key, by } = useLocation()
  const [open, setOpen] = useState<{ id: string; at: number }>()
  const at = items.findIndex(({ _id }) => _id === open?.id)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const isEndNear = open !== undefined && Math.max(at, open.at) >= items.length - ahead && hasNextPage && !isError
  // A list that is asked for again may forget what is further down: that comes again.
  const isGone = open !== undefined && at === -1 && !(isEndNear && open.at >= items.length)

  useEffect(() => {
    // The list behind loads more where its end comes into sight; whoever goes from image to image doesn't scroll it.
    if (isEndNear && !isFetching) void fetchNextPage()
  }, [isEndNear, isFetching, fetchNextPage])

  const passOn = useEffectEvent(() => {
    setOpen(undefined)
    focusOn((items[open?.at ?? 0] ?? items.at(-1))?._id)
  })
  useEffect(() => {
    if (isGone) passOn()
  }, [isGone])

  const goBack = useEffectEvent(() => by === 'pop' && setOpen(undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has its own
  useEffect(() => void goBack(), [key])

  return {
    id: open?.id,
    at,
    show: (image: Image) => setOpen({ id: image._id, at: items.indexOf(image) }),
    close() {
      flushSync(() => setOpen(undefined))
      focusOn(open?.id)
    },
  }
}
