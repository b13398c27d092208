import '@fontsource-variable/inter'
import '#web/components/tokens.css'
import '#web/components/components.css'
import type { Contract } from '#contract/all.ts'
import { storedToken } from '#web/api/stored-session.ts'
import { prefetch } from '#web/router/prefetch.ts'
import { firstRequests, preload } from './screens.ts'

const person: Contract['session']['get']['path'] = '/api/session'

// The least that knows what the page needs, so that its data and its code are on their way together with the app's.
const token = storedToken()
if (token !== null) {
  for (const address of [person, ...firstRequests(location)]) prefetch(address, token)
  void preload(location.pathname)
}
import('./main.tsx').catch((error: unknown) => console.error('The app could not be loaded', error))
