import { focusManager, notifyManager, QueryClient } from '@tanstack/react-query'
import { perSession } from './session.ts'

// An answer is drawn in the task that brings it. A timer waits behind all else that a slow processor has to do.
notifyManager.setScheduler(queueMicrotask)

// Data is refetched also when a window that was visible gets the focus.
focusManager.setEventListener((onFocus) => {
  const refetch = () => {
    // A running request would stand in for the refetch, with data of before.
    if (focusManager.isFocused()) void queries().cancelQueries({ predicate: ({ state }) => state.data !== undefined })
    onFocus()
  }
  const over = new AbortController()
  for (const event of ['focus', 'visibilitychange']) addEventListener(event, refetch, { signal: over.signal })
  return () => over.abort()
})

/** The query cache of the session. Failures are shown immediately, with a button to try again. */
export const queries = perSession(
  () =>
    new QueryClient({
      defaultOptions: {
        // The server may be on this very machine: what the browser thinks of the network stops nothing, and only tells when to try again.
        queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
        // A mutation may hold a password, so it is removed together with its screen.
        mutations: { networkMode: 'always', gcTime: 0 },
      },
    }),
)
