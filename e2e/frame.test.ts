import type { Page } from '@playwright/test'
import { addMovie } from './chain.ts'
import { expect, test } from './fixtures.ts'

const links = ['Movies', 'Bookings', 'Menu', 'Branches', 'News', 'Gallery', 'Add Movie']
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** Whatever a later resource has put among them. */
const theSeven = (page: Page) =>
  bar(page)
    .getByRole('link')
    .filter({ hasText: new RegExp(`^(?:${links.join('|')})$`) })
/** The one of the person's menu: the users' own tab is called the same. */
const users = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Users' })
const account = (page: Page) => page.getByRole('button', { name: /^Account/ })

test.describe('the top bar', () => {
  test('has the brand and its seven links in their order, each leading to its screen and marked there', async ({ signedIn: page }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'MovieBox' })).toHaveAttribute('href', '/')
    await expect(theSeven(page)).toHaveText(links)
    const screens = {
      Bookings: '/bookings',
      Menu: '/menu',
      Branches: '/branches',
      News: '/news',
      Gallery: '/gallery',
      'Add Movie': '/add',
      Movies: '/',
    }
    for (const [link, path] of Object.entries(screens)) {
      await bar(page).getByRole('link', { name: link, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(bar(page).locator('[aria-current=page]')).toHaveText([link])
    }
  })

  test('marks the link that a screen belongs to', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    const screens = {
      [`/movie/${_id}`]: 'Movies',
      [`/edit/${_id}`]: 'Movies',
      '/branches/add': 'Branches',
      '/bookings/promo-codes': 'Bookings',
    }
    for (const [path, link] of Object.entries(screens)) {
      await page.goto(path)
      await expect(bar(page).locator('[aria-current=page]'), path).toHaveText([link])
    }
  })

  test('starts with a link that skips it', async ({ signedIn: page }) => {
    await page.goto('/menu')
    await expect(account(page)).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Add menu item' })).toBeFocused()
  })

  for (const width of [390, 320]) {
    test(`hides the links behind a button at ${width} px, and closes again when one is followed`, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/')
      const gallery = bar(page).getByRole('link', { name: 'Gallery' })
      await expect(account(page)).toBeInViewport({ ratio: 1 })
      await expect(gallery).toBeHidden()
      await page.getByRole('button', { name: 'Open navigation' }).click()
      await expect(theSeven(page)).toHaveText(links)
      for (const link of await bar(page).getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
      await gallery.click()
      await expect(page.getByRole('heading', { name: 'Image Gallery' })).toBeVisible()
      await expect(gallery).toBeHidden()
    })
  }
})

for (const width of [320, 600, 768, 1023, 1024, 1280])
  test(`everything in the top bar has room at ${width} px`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/')
    const parts = [page.getByRole('link', { name: 'MovieBox' }), page.getByRole('button', { name: 'Find anything' }), account(page)]
    if (width >= 768) parts.splice(1, 0, ...(await bar(page).getByRole('link').all()))
    let end = 0
    for (const part of parts) {
      await expect(part).toBeInViewport({ ratio: 1 })
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
      expect(x, await part.innerText()).toBeGreaterThanOrEqual(end)
      end = x + width
    }
  })

test.describe('the menu of the signed-in person', () => {
  test('has the name, the role, Users, the theme and Logout', async ({ signedIn: page }) => {
    await page.goto('/')
    await expect(account(page)).toHaveAccessibleName('Account admin')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    await account(page).click()
    await expect(page.getByText('Super User', { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await users(page).click()
    await expect(page).toHaveURL('/users')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management')
    await expect(users(page)).toBeHidden()
  })

  test('closes with Escape and gives the focus back', async ({ signedIn: page }) => {
    await page.goto('/')
    await account(page).click()
    await users(page).focus()
    await page.keyboard.press('Escape')
    await expect(users(page)).toBeHidden()
    await expect(account(page)).toBeFocused()
  })

  test('keeps the chosen theme over a reload, from the first paint on', async ({ signedIn: page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.goto('/')
    await account(page).click()
    const light = await background()
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await expect.poll(background).not.toBe(light)
    const dark = await background()

    // Before the first paint there is nothing in the body but its empty root.
    await page.addInitScript(() => {
      const whenBody = new MutationObserver(() => {
        if (!document.body) return
        whenBody.disconnect()
        Object.assign(window, { themeAtFirst: document.documentElement.dataset.theme })
      })
      whenBody.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    expect(await page.evaluate(() => Reflect.get(window, 'themeAtFirst'))).toBe('dark')
    expect(await background()).toBe(dark)

    await account(page).click()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await page.getByRole('radio', { name: 'System' }).check({ force: true })
    await expect.poll(background).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background, 'the system decides again').toBe(dark)
  })
})
