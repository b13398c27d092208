import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until `target` has the focus, and sees to it that the focus can be seen at every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press(key)
    expect(await hiddenFocus(page), 'what has the focus without showing it').toBeUndefined()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`60 presses of ${key} did not lead to ${target}`)
}

/** What has the focus, where nobody can see that it has: no ring around it (or its label), or outside the window. */
export function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    const isSeen = [focused, focused.closest('label')].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)
      const { top, bottom, left, right, width } = element.getBoundingClientRect()
      return hasRing && width > 4 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    })
    return isSeen ? undefined : focused.outerHTML.slice(0, 200)
  })
}
