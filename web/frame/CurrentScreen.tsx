import { screenAt, screens } from '#web/screens.ts'
import { useFocusLetGo } from '#web/ui/list/deletion.ts'
import { lazyScreen } from '#web/ui/page/lazyScreen.tsx'
import { RecordId, usePlace } from '#web/ui/place/Here.tsx'

const drawn = screens.map((screen) => ({ screen, Screen: lazyScreen(screen.load) }))

/** The screen of the place that somebody is at. */
export function CurrentScreen() {
  useFocusLetGo()
  const found = screenAt(usePlace().pathname)
  return drawn.map(
    ({ screen, Screen }) =>
      screen === found?.screen && (
        <RecordId key={screen.path} value={found.id}>
          <Screen />
        </RecordId>
      ),
  )
}
