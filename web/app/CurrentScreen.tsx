import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { RecordId, useLocation } from '#web/router/RouterProvider.tsx'
import { isHelp } from './is-help.ts'
import { screenAt, screens } from './screens.ts'

const Help = lazyScreen(async () => (await import('#web/help/Help.tsx')).Help)

const drawn = screens.map((screen) => ({ screen, Screen: lazyScreen(screen.load) }))

/** The screen of the current location. */
export function CurrentScreen() {
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
