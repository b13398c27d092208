import { createContext, type ReactNode, startTransition, use, useEffect, useLayoutEffect, useState } from 'react'
import { navigate, onGoing, type Place, placeNow } from './location.ts'

const Now = createContext<Place | undefined>(undefined)

/** Where somebody is, and what is drawn there. */
export function usePlace(): Place {
  const place = use(Now)
  if (!place) throw new Error('There is no <Here> around this.')
  return place
}

/** The id in the path of a screen, '' where that has none. */
export const RecordId = createContext('')
export const useRecordId = (): string => use(RecordId)

type HereProps = {
  /** Whether all that is drawn at a path can be drawn now. */
  isReady: (path: string) => boolean
  children: ReactNode
}

/** Knows where somebody is. What has its code here is drawn at once, in one go; for anything else the screen before stays until it is. */
export function Here({ isReady, children }: HereProps) {
  const [place, setPlace] = useState(() => placeNow())
  useLayoutEffect(() => onGoing((next) => (isReady(next.pathname) ? setPlace(next) : startTransition(() => setPlace(next)))), [isReady])
  return <Now value={place}>{children}</Now>
}

/** Leads elsewhere as soon as it is drawn. */
export function Elsewhere({ to, state }: { to: string; state?: unknown }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state])
  return null
}
