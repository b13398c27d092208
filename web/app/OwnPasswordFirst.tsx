import { usePerson } from '#web/api/person.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { RecordId, useLocation } from '#web/router/RouterProvider.tsx'
import { isHelp } from './is-help.ts'
import { loadFirstPassword, screenAt, screens } from './screens.ts'

const FirstPassword = lazyScreen(loadFirstPassword)

/** Shows the screens after the user has replaced a password that was given by someone else: the server refuses other calls before. */
export function OwnPasswordFirst() {
  const person = usePerson()
  return person?.mustChangePassword ? <FirstPassword /> : <CurrentScreen />
}

const Help = lazyScreen(async () => (await import('#web/help/Help.tsx')).Help)

const drawn = screens.map((screen) => ({ screen, Screen: lazyScreen(screen.load) }))

/** The screen of the current location. */
function CurrentScreen() {
  const location = useLocation()
  if (isHelp(location)) return <Help />
  const found = screenAt(location.pathname)
  return drawn.map(
    ({ screen, Screen }) =>
      screen === found?.screen && (
        <RecordId key={screen.path} value={found.id}>
          <Screen />
        </RecordId>
      ),
  )
}
