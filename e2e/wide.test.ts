import type { Locator } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { everyScreen } from './screens.ts'

const edges = async (place: Locator) => {
  const { x, width } = (await place.boundingBox())!
  return { left: Math.round(x), right: Math.round(x + width) }
}

test('the bar and the page keep to the same edges, and use the width', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  for (const title of ['A', 'B', 'C', 'D', 'E']) await addMovie(api, { title })
  for (const width of [1440, 1920, 2560]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const list = page.getByRole('list', { name: 'Movie Collection' })
      await expect(list.getByRole('listitem')).toHaveCount(5)
      const grid = await edges(list)
      expect((await edges(page.getByRole('banner').getByRole('link', { name: 'MovieBox' }))).left).toBe(grid.left)
      expect(Math.abs((await edges(page.getByRole('button', { name: 'Account' }))).right - grid.right)).toBeLessThanOrEqual(8)
      expect(grid.right - grid.left).toBe(Math.min(width, 1920) - 64)
      expect(grid.left, 'centred').toBe(width - grid.right)
      expect(await list.evaluate((cards) => getComputedStyle(cards).gridTemplateColumns.split(' ').length)).toBe(4)

      await page.getByRole('button', { name: 'Account' }).click()
      const menu = await edges(page.locator('.popover:popover-open'))
      expect(grid.right - menu.right, 'the menu opens below its button').toBeLessThan(16)
    })
  }
})

test('a long title takes two lines on its card, and no card has more than four neighbours', async ({ signedIn: page, api }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  const screens = await everyScreen(api)
  for (const { path, shows } of screens.filter(({ path }) => ['/', '/branches', '/news', '/menu', '/bookings'].includes(path))) {
    await page.goto(path)
    await expect(page.getByText(shows).first(), path).toBeVisible()
    const cards = page.getByRole('main').getByRole('list').first()
    expect(await cards.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length), path).toBeLessThanOrEqual(4)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const title = page.getByRole('heading', { name: /^Das Cabinet/ })
  const lines = await title.evaluate((heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight))
  expect(Math.round(lines)).toBe(2)
})
