import type { Page } from '@playwright/test'
import { tasks } from '#web/help/tasks.ts'
import { expect, test } from './fixtures.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const task = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })

test('the help is opened from the account menu, searched and followed into a screen with the keyboard alone', async ({
  signedIn: page,
  axe,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).press('Enter')
  await page.getByRole('link', { name: 'Help' }).press('Enter')
  await expect(heading(page)).toHaveText('Help')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveURL('/?tab=help')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(tasks.length)
  await axe()

  await page.keyboard.press('/')
  await page.keyboard.type('close branch')
  await expect(page.getByText('1 task found')).toBeVisible()
  await expect(page).toHaveURL('/?tab=help&q=close+branch')
  await page.reload()
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('close branch')
  await task(page, 'Close a branch for a few days').getByRole('link', { name: 'Close a branch' }).press('Enter')
  await expect(heading(page)).toHaveText('Close a branch')
  await page.goBack()
  await expect(task(page, 'Close a branch for a few days')).toBeVisible()

  await page.getByLabel('Search', { exact: true }).fill('xylophone')
  await expect(page.getByRole('heading', { name: 'No results for “xylophone”' })).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'Show all tasks' }).press('Enter')
  await task(page, 'Use the keyboard').getByRole('button', { name: 'Show all shortcuts' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('every task leads to the screen that it is about', async ({ signedIn: page }) => {
  for (const [name, link, title] of [
    ['Add a movie', 'Add a movie', 'Add New Movie'],
    ['Replace an image', 'Open the gallery', 'Image Gallery'],
    ['Take a booking', 'Take a booking', 'New booking'],
    ['Cancel a booking by phone', 'Open bookings', 'Bookings'],
    ['Print the day sheet', 'Open the day sheet', 'Day sheet'],
    ['Download a list', 'Open bookings', 'Bookings'],
    ['Import a table or pictures', 'Import movies', 'Import movies'],
    ['Run a campaign', 'Open promo codes', 'Promo codes'],
    ['Restore something', 'Open the movie trash', 'Trash'],
    ['Add a colleague', 'Create a user', 'User Management'],
  ] as const) {
    await page.goto('/?tab=help')
    await task(page, name).getByRole('link', { name: link }).click()
    await expect(heading(page), name).toContainText(title)
  }
})
