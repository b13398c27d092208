import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addPerson, signIn } from './api.ts'
import { addBooking, addBranch, addImage, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.ts'

const guide = (page: Page) => page.getByRole('region', { name: 'Getting started' })
const step = (page: Page, name: string) => guide(page).getByRole('listitem').filter({ hasText: name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeEach(({ api }) => Promise.all([movies, images, branches, bookings].map((collection) => deleteAll(api, collection))))

test.describe('a new, empty product', () => {
  test('says in four steps what to do, and ticks each off until all are done', async ({ signedIn: page, api, axe }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
    await expect(guide(page).getByRole('link')).toHaveText(['Upload posters', 'Add a branch', 'Add a movie', 'Take a booking'])
    await axe()
    for (const [name, screen, arrange] of [
      ['Upload posters', 'Image Gallery', () => addImage(api)],
      ['Add a branch', 'Add branch', () => addBranch(api)],
      ['Add a movie', 'Add New Movie', () => addMovie(api)],
    ] as const) {
      await expect(step(page, name)).not.toContainText('Done')
      await step(page, name).getByRole('link').click()
      await expect(heading(page)).toHaveText(screen)
      await arrange()
      await page.getByRole('banner').getByRole('link', { name: 'MovieBox' }).click()
      await expect(step(page, name)).toContainText('Done')
    }
    await step(page, 'Take a booking').getByRole('link').click()
    await expect(heading(page)).toHaveText('New booking')
    await addBooking(api)
    await page.getByRole('banner').getByRole('link', { name: 'MovieBox' }).click()
    await expect(page.getByRole('heading', { name: 'Nosferatu' })).toBeVisible()
    await expect(guide(page)).toBeHidden()
  })

  test('fills itself with sample data at a click, and tells how far it is', async ({ page }) => {
    test.setTimeout(150_000)
    // Others count on the server that they share.
    const own = await startServer()
    try {
      await page.goto(`${own.url}/livez`)
      await page.evaluate((token) => localStorage.setItem('authToken', token), (await signIn(own.url)).token)
      await page.goto(own.url)
      await guide(page).getByRole('button', { name: 'Load sample data' }).press('Enter')
      await expect(guide(page).getByRole('button', { name: 'Loading sample data…' })).toBeVisible()
      await expect(guide(page).getByRole('status')).toContainText(/Creating|Uploading|Adding/)
      await expect(page.getByRole('heading', { name: 'Metropolis' })).toBeVisible({ timeout: 120_000 })
      await expect(guide(page)).toBeHidden({ timeout: 60_000 })
    } finally {
      await own.stop()
    }
  })

  test('offers sample data to a regular user as disabled, with the reason', async ({ signedIn: page, api }) => {
    const person = { username: `guide-${process.pid}`, password: 'a-password-of-my-own' }
    await addPerson(api, person)
    const { token } = await signIn(api.url, person)
    await page.evaluate((token) => localStorage.setItem('authToken', token), token)
    await page.goto('/')
    const button = guide(page).getByRole('button', { name: 'Load sample data' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('Only a super user can load sample data.')
  })

  test('says it no more once it is dismissed', async ({ signedIn: page }) => {
    await page.goto('/')
    await guide(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(guide(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
    await expect(guide(page)).toBeHidden()
  })
})

test('a chain that was at work before is not told how to start', async ({ signedIn: page, api }) => {
  await addBranch(api)
  const counted = page.waitForResponse('**/api/bookings?limit=1')
  await page.goto('/')
  await counted
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
  await expect(guide(page)).toBeHidden()
})

test('the API is described beside the work', async ({ signedIn: page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'API (opens in a new tab)' }).click()
  const documents = await opened
  await expect(documents.getByRole('heading', { level: 1 })).toHaveText('MovieBox API')
  await expect(heading(page)).toHaveText('Movie Collection')
})
