import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { unreachable } from './failures.ts'
import { text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { listen, withPlayers } from './listening.ts'
import { everyScreen } from './screens.ts'
import { watchShifts } from './shifts.ts'

// Spread over the workers: this is the longest file.
test.describe.configure({ mode: 'parallel' })

const widths = [1440, 390]
/** What a theme can spoil; the other rules don't look at colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Looks for grave findings on the page as it stands, on a wide screen and on a phone, light and dark. */
async function look(page: Page, axe: (rules?: string[]) => Promise<void>) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${new URL(page.url()).pathname} at ${width} px, ${colorScheme}`, () =>
        axe(colorScheme === 'dark' ? rulesOfColours : undefined))
    }
  }
}

for (const half of [0, 1]) {
  // Once a screen is there, everything that holds for each of them is looked at.
  test(`every screen, every other one beginning with number ${half + 1}: nothing moves while it opens, no grave finding; it fits 320 px, has a title of its own and asks nobody else`, async ({
    signedIn: page,
    server,
    api,
    axe,
  }) => {
    test.slow()
    await withPlayers(page)
    const screens = await everyScreen(api)
    const { foreign, complaints } = await listen(page, server.url)
    const { shifts, letFontCome } = await watchShifts(page)
    for (const { path, shows } of screens.filter((_, at) => at % 2 === half)) {
      for (const width of [320, 640, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        await expect(page.getByText(shows).first(), path).toBeVisible()
        const { sum, moved } = await shifts()
        expect.soft(sum, `${path} moves while it opens, ${width} px wide: ${moved.join('; ')}`).toBeLessThan(0.001)
      }
      await letFontCome()
      const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
      expect.soft(heading, path).toMatch(/\S/)
      await expect.soft(page, path).toHaveTitle(`${heading} · MovieBox`)
      await look(page, axe)
      await page.setViewportSize({ width: 320, height: 640 })
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect.soft(tooWide, `${path} is wider than the window, in pixels`).toBe(0)
    }
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('the sign-in, refused', async ({ page, axe }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
  await unreachable(page, '**/api/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, axe)
})

test('the menus of the frame', async ({ signedIn: page, axe }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await look(page, axe)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await axe()
})

test('empty lists and missing items', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, movies)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
  await look(page, axe)
  await page.goto('/movie/nothing')
  await expect(page.getByRole('heading', { name: 'Movie not found' })).toBeVisible()
  await look(page, axe)
})

test('the questions before something is deleted, and the notice afterwards', async ({ signedIn: page, api, axe }) => {
  await addMovie(api, { title: 'Gone' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Delete Gone' }).first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, axe)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Gone was deleted.')).toBeVisible()
  await look(page, axe)
})

test('the cover picker', async ({ signedIn: page, api, axe }) => {
  await addImage(api)
  await page.goto('/add')
  await page.getByRole('button', { name: 'Select from Gallery' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'poster.png' }).first()).toBeVisible()
  await look(page, axe)
})

test('a form with mistakes, a save that failed, and a draft that came back', async ({ signedIn: page, axe }) => {
  await page.goto('/add')
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page.getByText('Title is required.')).toBeVisible()
  await look(page, axe)

  for (const [label, value] of Object.entries({
    Title: 'M',
    Genre: 'Crime',
    Description: 'A city looks.',
    'Trailer URL': 'https://archive.org/m',
  }))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await unreachable(page, '**/api/movies', 'POST')
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, axe)
})

test('two people who edit the same film', async ({ signedIn: page, api, axe }) => {
  const movie = await addMovie(api)
  await page.goto(`/edit/${movie._id}`)
  await page.getByLabel('Title').fill('Mine')
  await api.call(movies.update, { params: { id: movie._id }, body: { ...movie, title: 'Theirs' } })
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page.getByRole('region', { name: 'Two versions' })).toBeVisible()
  await look(page, axe)
})

test('uploads that went well and that were refused', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, images)
  await page.goto('/gallery')
  await page.getByLabel('Upload Images').setInputFiles([text('empty.png', '', 'image/png')])
  await expect(page.getByText('This file is empty.')).toBeVisible()
  await look(page, axe)
})
