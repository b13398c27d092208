import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { poster } from './files.ts'
import { expect, test } from './fixtures.ts'
import { expectForm, fillIn, film, save } from './movie-form.ts'
import { admin } from './server.ts'

// An answer that says 'all is well' and is cut off before its end is a failure, whatever it was about.

const cut = { contentType: 'application/json', body: '{"_id":"01900000-0000-7000-80' }

test.beforeEach(({ api }) => Promise.all([movies, images].map((collection) => deleteAll(api, collection))))

test('a list that is cut off is not empty: it failed to load', async ({ signedIn: page, api }) => {
  await addMovie(api)
  await page.route('**/api/movies?*', (route) => route.fulfill({ status: 200, ...cut }))
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch movies. Please check if the API server is running.')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeHidden()
})

for (const [what, path, method, status, text] of [
  ['new', '/add', 'POST', 201, 'Failed to create movie. Please try again.'],
  ['changed', '/edit/', 'PUT', 200, 'Failed to update movie. Please try again.'],
] as const) {
  test(`a ${what} film whose answer is cut off is not called saved, and nothing typed is lost`, async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.route(/\/api\/movies/, (route) =>
      route.request().method() === method ? route.fulfill({ status, ...cut }) : route.fallback(),
    )
    await page.goto(path === '/add' ? path : path + _id)
    await fillIn(page)
    await save(page)
    await expect(page.getByRole('alert')).toContainText(text)
    await expectForm(page, film)
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'unsaved' }), 'it is still kept').toBeVisible()
  })
}

test('an upload whose answer is cut off did not arrive, and may be tried again', async ({ signedIn: page }) => {
  await page.route('**/api/upload', (route) => route.fulfill({ status: 201, ...cut }))
  await page.goto('/gallery')
  await page.getByLabel('Upload Images').setInputFiles([await poster('cut.png')])
  await expect(page.getByText('1 failed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try cut.png again' })).toBeVisible()
})

test('a sign-in whose answer is cut off stores no token', async ({ page }) => {
  await page.route('**/api/login', (route) => route.fulfill({ status: 200, ...cut }))
  await page.goto('/login')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
})
