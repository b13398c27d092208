import { createContext, type ReactNode, startTransition, use, useEffect, useLayoutEffect, useState } from 'react'
import { currentLocation, type Location, navigate, subscribe } from './location.ts'

const LocationContext = createContext<Location | undefined>(undefined)

/** The location that is drawn. */
export function useLocation(): Location {
  const place = use(LocationContext)
  if (!place) throw new Error('There is no RouterProvider around this component.')
  return place
}

/** The id in the path of a screen, '' where that has none. */
export const RecordId = createContext('')
export const useRecordId = (): string => use(RecordId)

type RouterProviderProps = {
  /** Whether all that is drawn at a path can be drawn now. */
  isReady: (path: string) => boolean
  children: ReactNode
}

/** Provides the location. A screen whose code is loaded is drawn synchronously; otherwise the previous screen stays until the code has come. */
export function RouterProvider({ isReady, children }: RouterProviderProps) {
  const [place, setPlace] = useState(() => currentLocation())
  useLayoutEffect(() => subscribe((next) => (isReady(next.pathname) ? setPlace(next) : startTransition(() => setPlace(next)))), [isReady])
  return <LocationContext value={place}>{children}</LocationContext>
}

/** Navigates to `to` when it is rendered. */
export function Navigate({ to, state }: { to: string; state?: unknown }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state])
  return null
}
