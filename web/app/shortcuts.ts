import { editFocused, stepEntries } from '#web/lists/row-focus.ts'
import { places } from '#web/navigation.ts'
import { openOverlay } from '#web/palette/overlays.ts'
import { navigate } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'

const toPlaces = Object.fromEntries(places.map(({ keys, to }) => [keys, () => navigate(to)]))

/** What keys do on every screen, or with whatever list or form is open there. */
export function useFrameShortcuts() {
  useShortcuts({ ...toPlaces, n: () => navigate(paths.bookings.add), '?': () => void openOverlay('shortcuts') }, 'everywhere')
  useShortcuts({ e: editFocused, 'Ctrl+s': saveForm, 'Ctrl+Enter': saveForm, 'Ctrl+k': () => void openOverlay('palette') })
  useShortcuts({ j: () => stepEntries(1), k: () => stepEntries(-1) }, 'repeated')
}

/** Sends the form that one is in, or else the only one of the page. Whether there is one. */
function saveForm({ target, key }: KeyboardEvent): boolean {
  // On a link that is another tab.
  if (key === 'Enter' && target instanceof HTMLAnchorElement) return false
  const forms = document.querySelectorAll('#main form')
  const form = target instanceof Element ? target.closest('form') : null
  const button = (form ?? (forms.length === 1 ? forms[0] : undefined))?.querySelector<HTMLElement>('[type=submit]')
  // An input that makes something of what was typed does so when it is left, and it isn't left.
  if (button) target?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  button?.click()
  return button instanceof HTMLElement
}
