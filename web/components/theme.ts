import { browserStorage } from '#web/storage.ts'
import { createStore } from '#web/store.ts'

/** `web/index.html` reads the choice before the first paint. */
const storageKey = 'moviebox.theme'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme chosen on this machine. */
export const theme = createStore(chosenTheme())

function chosenTheme(): Theme {
  const choice = browserStorage.get(storageKey)
  return themes.find((theme) => theme === choice) ?? 'system'
}

export function chooseTheme(choice: Theme) {
  if (choice === 'system') browserStorage.remove(storageKey)
  else browserStorage.set(storageKey, choice)
  show(choice)
}

function show(choice: Theme) {
  theme.set(choice)
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
}

// The choice counts in every tab.
addEventListener('storage', ({ key }) => {
  if (key === storageKey) show(chosenTheme())
})
