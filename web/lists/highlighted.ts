import { useEffect, useRef, useState } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { entryOf } from '#web/components/entries.ts'
import { isReturnState, savedId } from '#web/router/location-state.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

/** Which record of a list was opened last, by the path of the list. */
const opened = perSession(() => new Map<string, string>())

/** Says that a record of the list at `path` is open, so that the way back finds its card. */
export function useOpened(path: string, id: string) {
  useEffect(() => void opened().set(path, id), [path, id])
}

/** A highlighted card, with the reason for screen readers. */
export type Highlighted = { id: string; note: 'Just saved' | 'Just opened' } | undefined

/**
 * The record whose card is highlighted: it was just saved, or the user comes back from it. Later queries highlight nothing. The card is
 * scrolled into view, and again when the server's list (`isSettled`) has it at another place.
 */
export function useHighlighted(items: Stored[], isSettled: boolean): Highlighted {
  const { state, pathname, key, by } = useLocation()
  const isReturn = by === 'pop'
  const [arrival] = useState(() => ({ key, id: isReturn || isReturnState(state) ? opened().get(pathname) : undefined }))
  useEffect(() => void opened().delete(pathname), [pathname])
  const saved = isReturn ? undefined : savedId(state)
  const left = key === arrival.key ? arrival.id : undefined
  const place = items.findIndex(({ _id }) => _id === (saved ?? left))
  const isDone = useRef(false)
  useEffect(() => {
    const card = place === -1 || isDone.current ? null : entryOf(saved ?? left)
    if (!card) return
    isDone.current = isSettled
    card.scrollIntoView({ block: 'nearest' })
  }, [place, isSettled, saved, left])
  if (saved !== undefined) return { id: saved, note: 'Just saved' }
  return left === undefined ? undefined : { id: left, note: 'Just opened' }
}
