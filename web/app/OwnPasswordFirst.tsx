import { usePerson } from '#web/api/person.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { CurrentScreen } from './CurrentScreen.tsx'
import { loadFirstPassword } from './screens.ts'

const FirstPassword = lazyScreen(loadFirstPassword)

/** Shows the screens after the user has replaced a password that was given by someone else: the server refuses other calls before. */
export function OwnPasswordFirst() {
  const person = usePerson()
  return person?.mustChangePassword ? <FirstPassword /> : <CurrentScreen />
}
