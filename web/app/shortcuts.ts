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
  const [only, ...others] = document.forms
  const form = (target instanceof Element ? target.closest('form') : null) ?? (others.length === 0 ? only : undefined)
  const button = [...(form?.elements ?? [])].find((each) => each instanceof HTMLButtonElement && each.type === 'submit')
  // Some inputs change their value on blur, which a shortcut does not cause.
  if (button) target?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  if (button instanceof HTMLElement) button.click()
  return button !== undefined
}
