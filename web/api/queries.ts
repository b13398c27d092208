import { QueryClient } from '@tanstack/react-query'
import { forgetAttempts } from './attempts.ts'
import { watchSession } from './session.ts'

/** What the server said, as far as it is known here; forgotten when the session ends. Failures are shown at once, with a way to try again. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})

watchSession(({ token }) => {
  if (token !== null) return
  queries.clear()
  forgetAttempts()
})
