import { notifyManager, QueryClient } from '@tanstack/react-query'
import { perSession } from './session.ts'

// An answer is drawn in the task that brings it. A timer waits behind all else that a slow processor has to do.
notifyManager.setScheduler(queueMicrotask)

/** What the server told this person, as far as it is known here. Failures are shown at once, with a way to try again. */
export const queries = perSession(
  () =>
    new QueryClient({
      defaultOptions: {
        // The server may be on this very machine: what the browser thinks of the network stops nothing, and only tells when to try again.
        queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
        // What was sent may hold a password: it goes with the screen that sent it.
        mutations: { networkMode: 'always', gcTime: 0 },
      },
    }),
)
