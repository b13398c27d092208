import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { unreachable } from './failures.ts'
import { text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { everyScreen } from './screens.ts'

// Spread over the workers: this is the longest file.
test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const themes = ['light', 'dark'] as const
const widths = [1440, 390]

/** Looks for grave findings on the page as it stands, on a wide screen and on a phone. */
async function look(page: Page, axe: () => Promise<void>, colorSchemes: readonly (typeof themes)[number][] = themes) {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${new URL(page.url()).pathname} at ${width} px, ${colorScheme}`, axe)
    }
  }
}

for (const theme of themes) {
  test(`every screen, ${theme}`, async ({ signedIn: page, api, axe }) => {
    test.slow()
    for (const { path, shows } of await everyScreen(api)) {
      await page.goto(path)
      await expect(page.getByText(shows).first(), path).toBeVisible()
      await look(page, axe, [theme])
    }
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
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
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
  await expect(page.getByRole('button', { name: 'Keep my changes' })).toBeVisible()
  await look(page, axe)
})

test('uploads that went well and that were refused', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, images)
  await page.goto('/gallery')
  await page.getByLabel('Upload Images').setInputFiles([text('empty.png', '', 'image/png')])
  await expect(page.getByText('This file is empty.')).toBeVisible()
  await look(page, axe)
})
