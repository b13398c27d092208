import type { Page } from '@playwright/test'
import { users } from '#contract/users.ts'
import { expect, test } from './fixtures.ts'
import { everyScreen } from './screens.ts'

// What people write: words longer than a phone is wide, and words that run from right to left.

const longest = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihung'
const arabic = 'مدينة'

/** Texts that stick out of the window, of a card, or of a box that cuts them off without saying so. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const node = texts.currentNode
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      const left = Math.min(...lines.map((line) => line.left))
      const right = Math.max(...lines.map((line) => line.right))
      if (lines.length === 0 || node.parentElement?.closest('select, nav')) continue
      for (let box = node.parentElement; box; box = box.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(box)
        // Words for screen readers alone; text that says that it is cut off, or can be pushed aside.
        if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || overflowX === 'auto') break
        if (overflowX === 'visible' && !box.matches('article, html')) continue
        const edges = box.getBoundingClientRect()
        if (left < edges.left - 1 || right > edges.right + 1)
          found.push(`${node.textContent?.slice(0, 40)} in ${box.outerHTML.slice(0, 80)}`)
      }
    }
    return found
  })
}

/** Words and values that begin in Arabic and run from left to right all the same. */
function turnedRound(page: Page, word: string): Promise<string[]> {
  return page.evaluate((begin) => {
    const runsLeft = (element: Element | null) => element && getComputedStyle(element).direction === 'rtl'
    const texts = document.createTreeWalker(document.querySelector('#app') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (textContent?.startsWith(begin) && !parentElement?.closest('.sr-only') && !runsLeft(parentElement))
        found.push(parentElement?.outerHTML.slice(0, 120) ?? textContent)
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (input.value.startsWith(begin) && !runsLeft(input)) found.push(input.outerHTML.slice(0, 120))
    return found
  }, word)
}

test('no word is too long for its card on a phone, on any screen', async ({ signedIn: page, api }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const { path, shows } of await everyScreen(api, (text) => (text.endsWith('.png') ? text : `${longest} ${text}`.slice(0, 120)))) {
    await page.goto(path)
    await expect(page.getByText(shows).first(), path).toBeVisible()
    expect.soft(await stickingOut(page), path).toEqual([])
  }
})

test('what is written from right to left begins at the right, on every screen and in every input', async ({ signedIn: page, api }) => {
  test.slow()
  const screens = await everyScreen(api, (text) => `${arabic} ${text}`)
  await api.call(users.create, { body: { username: `${arabic} ${Date.now()}`, password: 'a-long-enough-password' } })
  for (const { path, shows } of screens) {
    await page.goto(path)
    await expect(page.getByText(shows).first(), path).toBeVisible()
    expect.soft(await turnedRound(page, arabic), path).toEqual([])
  }

  await page.goto('/')
  await page.getByRole('button', { name: `Delete ${arabic}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('was deleted.')).toBeVisible()
  expect(await turnedRound(page, arabic), 'the notice').toEqual([])
  await page.goto('/gallery')
  await page
    .getByRole('button', { name: `Open ${arabic}` })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  expect(await turnedRound(page, arabic), 'the image').toEqual([])
})
