import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { addBooking, addBranch, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './server.ts'

async function book(page: Page) {
  await page.goto('/bookings/add')
  await page.getByLabel('Branch').selectOption('Riverside')
  await page.getByLabel('Date', { exact: true }).fill('2037-12-24')
  await page.getByLabel('Time', { exact: true }).fill('19:30')
  await page.getByLabel('Full Name').fill('Ada Byron')
  await page.getByLabel('Phone Number').fill('+44 20 7946 0121')
  await page.getByRole('button', { name: 'Create Booking' }).click()
}

test.beforeEach(async ({ api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, branches)
  await addBranch(api)
})

test('a booking is saved once, and told so, where the browser’s storage is full', async ({ signedIn: page, api }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await book(page)
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await api.call(bookings.list, { query: {} })).toHaveLength(1)
})

test('everything works where the browser closes its storage to the page, until it is loaded again', async ({ page, api }) => {
  await addBooking(api)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await page.getByRole('radio', { name: 'Rows' }).check({ force: true })
  await page.getByRole('link', { name: 'New booking' }).first().click()
  await page.getByLabel('Full Name').fill('Ada Byron')
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
})
