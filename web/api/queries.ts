import { notifyManager, QueryClient } from '@tanstack/react-query'
import { perSession } from './session.ts'

// An answer is drawn in the task that brings it. A timer waits behind all else that a slow processor has to do.
notifyManager.setScheduler(queueMicrotask)

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
