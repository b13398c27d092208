import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { Stored } from '#web/api/resource.ts'

/** The state of a history entry that opens a list at its place, with the card of this record marked. */
export const justSaved = (id: string) => ({ justSaved: id })

/** The record that such a state names. */
export function savedIn(state: unknown): string | undefined {
  const note = typeof state === 'object' && state !== null && 'justSaved' in state ? state.justSaved : undefined
  return typeof note === 'string' ? note : undefined
}

/**
 * The record whose card is to be marked, because it was saved right before; coming back later marks nothing. The card is
 * scrolled into view, and again where the server's own list, once `isSettled`, has it elsewhere.
 */
export function useMarked(items: Stored[], isSettled: boolean): string | undefined {
  const { state } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const marked = isReturn ? undefined : savedIn(state)
  const place = items.findIndex(({ _id }) => _id === marked)
  const isDone = useRef(false)
  useEffect(() => {
    if (place === -1 || isDone.current) return
    isDone.current = isSettled
    document.querySelector('.marked')?.scrollIntoView({ block: 'nearest' })
  }, [place, isSettled])
  return marked
}
