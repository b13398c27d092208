import { editFocusedRow, focusNextRow } from '#web/lists/row-focus.ts'
import { places } from '#web/navigation.ts'
import { openOverlay } from '#web/palette/overlays.ts'
import { navigate } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'

const toPlaces = Object.fromEntries(places.map(({ keys, to }) => [keys, () => navigate(to)]))

/** The shortcuts that work on every screen, for the list or form that is open. */
export function useFrameShortcuts() {
  useShortcuts({ ...toPlaces, n: () => navigate(paths.bookings.add), '?': () => void openOverlay('shortcuts') }, 'everywhere')
  useShortcuts({ e: editFocusedRow, 'Ctrl+s': saveForm, 'Ctrl+Enter': saveForm, 'Ctrl+k': () => void openOverlay('palette') })
  useShortcuts({ j: () => focusNextRow(1), k: () => focusNextRow(-1) }, 'repeated')
}

/** Sends the form that one is in, or else the only one of the page. Whether there is one. */
function saveForm({ target, key }: KeyboardEvent): boolean {
  // On a link that is another tab.
  if (key === 'Enter' && target instanceof HTMLAnchorElement) return false
  const forms = document.querySelectorAll('#main form')
  const form = target instanceof Element ? target.closest('form') : null
  const button = (form ?? (forms.length === 1 ? forms[0] : undefined))?.querySelector<HTMLElement>('[type=submit]')
  // Some inputs change their value on blur, which a shortcut does not cause.
  if (button) target?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  button?.click()
  return button instanceof HTMLElement
}
