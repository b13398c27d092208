/** `web/index.html` reads the choice before the first paint. */
const storageKey = 'moviebox.theme'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function chosenTheme(): Theme {
  const choice = localStorage.getItem(storageKey)
  return themes.find((theme) => theme === choice) ?? 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, theme)
  show(theme)
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

// The choice counts in every tab.
addEventListener('storage', ({ key }) => {
  if (key === storageKey) show(chosenTheme())
})
