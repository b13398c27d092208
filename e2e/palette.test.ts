import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { addBooking, addBranch, addMenuItem, addMovie, addNews, deleteAll } from './chain.ts'
import { unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

/** Opens it on the movie list, once that is there to hear the keys. */
async function open(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('a booking is found from everywhere by the last four digits of its number: six keys', async ({ signedIn: page, api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, branches)
  await addBranch(api)
  const { _id } = await addBooking(api, { fullName: 'أحمد منصور', phoneNumber: '+44 (0)20 7946-0177' })
  await addBooking(api, { fullName: 'Grace Hopper', phoneNumber: '0660 1234' })
  await open(page)
  // The answer is waited for, not the person: Enter right after the last digit is enough.
  await page.keyboard.type('0177')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/bookings/edit/${_id}`)
  await expect(page.getByLabel('Full Name')).toHaveValue('أحمد منصور')

  await page.keyboard.press('Control+k')
  await expect(option(page, /أحمد منصور/), 'what was found last comes first').toHaveAttribute('aria-selected', 'true')
  await field(page).fill('020 / 7946 0177')
  await expect(option(page, /أحمد منصور/)).toBeVisible()
  await expect(option(page, /Grace Hopper/)).toHaveCount(0)
})

test('a record whose name begins with the words comes before others that only mention them', async ({ signedIn: page, api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, branches)
  const { name: branchName } = await addBranch(api, { name: 'Harbour' })
  await addBooking(api, { fullName: 'Ada Byron', branchName })
  await open(page)
  await field(page).fill('har')
  await expect(option(page, /^Ada Byron/)).toBeVisible()
  const order = await page.getByRole('option').allTextContents()
  const places = [/^Harbour/, /^Ada Byron/].map((name) => order.findIndex((text) => name.test(text)))
  expect(places[0]).toBeLessThan(places[1]!)
  await field(page).fill('byr')
  await expect(option(page, /^Harbour/)).toHaveCount(0)
})

test('films, branches, news, menu items and places are offered as they are typed; the arrows go round, Escape gives the focus back', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await deleteAll(api, movies)
  for (const other of [branches, news, menus]) await deleteAll(api, other)
  await addBranch(api, { name: 'Brunswick Park' })
  await addMovie(api, { title: 'Brand upon the Brain' })
  await addMenuItem(api, { name: 'Brezel' })
  await addNews(api, { title: 'Bright seats' })
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Find anything' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await field(page).fill('br')
  await expect(option(page, /^Brand upon the Brain/)).toBeVisible()
  await expect(option(page, /^Brunswick Park/)).toBeVisible()
  await expect(option(page, /^Bright seats/)).toBeVisible()
  await expect(option(page, /^Brezel/)).toBeVisible()
  await expect(option(page, /^Branches/)).toHaveAttribute('aria-selected', 'true')
  const active = await field(page).getAttribute('aria-activedescendant')
  expect(await option(page, /^Branches/).getAttribute('id')).toBe(active)
  await page.keyboard.press('ArrowUp')
  await expect(option(page, /^Brezel/), 'from the first to the last').toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, /^Branches/)).toHaveAttribute('aria-selected', 'true')
  await axe()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await axe(['color-contrast'])
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await option(page, 'Users').click()
  await expect(page).toHaveURL('/users')
})

test('what can be done from everywhere is done: an upload, the theme, signing out', async ({ signedIn: page }) => {
  await open(page)
  await page.keyboard.type('upload')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  expect((await chooser).isMultiple()).toBe(true)
  await expect(page).toHaveURL('/gallery')
  await page.keyboard.press('Control+k')
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await field(page).fill('sign out')
  await expect(option(page, 'Logout')).toHaveAttribute('aria-selected', 'true')
  await field(page).fill('logout')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('a form with something unsaved asks before the palette leads away', async ({ signedIn: page }) => {
  await page.goto('/add')
  await page.getByLabel('Title', { exact: true }).fill('Half a film')
  await page.keyboard.press('Control+k')
  await field(page).fill('bookings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(page).toHaveURL('/add')
})

test('what could not be searched is said, and places are offered all the same', async ({ signedIn: page }) => {
  await open(page)
  await unreachable(page, '/api/bookings*')
  await page.keyboard.type('ne')
  await expect(page.getByRole('dialog').getByText("Some results couldn't be loaded.")).toBeVisible()
  await expect(option(page, /^News/)).toBeVisible()
})
