import { usePerson } from '#web/api/person.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { CurrentScreen } from './CurrentScreen.tsx'
import { loadFirstPassword } from './screens.ts'

const FirstPassword = lazyScreen(loadFirstPassword)

/** The screens, once whoever is signed in has a password of their own choice: the server takes nothing else from them before. */
export function OwnPasswordFirst() {
  const person = usePerson()
  return person?.mustChangePassword ? <FirstPassword /> : <CurrentScreen />
}
