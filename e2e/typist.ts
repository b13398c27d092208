import type { Page } from '@playwright/test'

/** Keys in a second of somebody who types well. */
const pace = 6

/** Somebody at a keyboard, and at nothing else, who presses six keys in a second; and how many those were. */
export function typist(page: Page) {
  let keys = 0
  let begun: number | undefined
  const delay = 1000 / pace
  return {
    async press(key: string) {
      begun ??= Date.now()
      keys += 1
      await page.keyboard.press(key, { delay })
    },
    async type(text: string) {
      begun ??= Date.now()
      keys += text.length
      await page.keyboard.type(text, { delay })
    },
    /** The keys so far, and the seconds since the first of them. */
    sofar: () => ({ keys, seconds: (Date.now() - (begun ?? Date.now())) / 1000 }),
  }
}
