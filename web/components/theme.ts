import { createSetting } from '#web/setting.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The theme chosen on this machine. `web/index.html` reads it before the first paint. */
export const theme = createSetting('moviebox.theme', themes)

export const chooseTheme = theme.set

theme.subscribe((choice) => {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
})
