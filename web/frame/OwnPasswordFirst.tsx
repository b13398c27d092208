import { usePerson } from '#web/api/person.ts'
import { loadFirstPassword } from '#web/screens.ts'
import { lazyScreen } from '#web/ui/page/lazyScreen.tsx'
import { CurrentScreen } from './CurrentScreen.tsx'

const FirstPassword = lazyScreen(loadFirstPassword)

/** The screens, once whoever is signed in has a password of their own choice: the server takes nothing else from them before. */
export function OwnPasswordFirst() {
  const person = usePerson()
  return person?.mustChangePassword ? <FirstPassword /> : <CurrentScreen />
}
