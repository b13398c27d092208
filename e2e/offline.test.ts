import type { Page } from '@playwright/test'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addBranch, addMovie, deleteAll } from './chain.ts'
import { unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'
import { answer, expectForm, fillIn } from './movie-form.ts'
import { admin } from './server.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const follow = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

test.beforeEach(async ({ api, signedIn: page }) => {
  await Promise.all([movies, branches, images].map((collection) => deleteAll(api, collection)))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
})

test.describe('a screen whose code is not here yet', () => {
  test('says that there is no network, and opens by itself when it is back', async ({ signedIn: page, context, axe }) => {
    await context.setOffline(true)
    await follow(page, 'Gallery')
    await expect(page.getByRole('alert')).toContainText("You're offline")
    await expect(page.getByRole('button', { name: 'Reload' }), 'there would be nothing left').toHaveCount(0)
    await axe()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText("You're offline")
    await context.setOffline(false)
    await expect(heading(page, 'Image Gallery')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('opens when asked for again, or when somebody comes back to the window, once the server answers', async ({ signedIn: page }) => {
    const { recover } = await unreachable(page, '**/assets/*')
    await follow(page, 'Gallery')
    await expect(page.getByRole('alert')).toContainText("This screen couldn't be loaded")
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await follow(page, 'Bookings')
    await expect(page.getByRole('alert')).toContainText("This screen couldn't be loaded")
    await recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Bookings')).toBeVisible()

    await page.goto('/')
    const again = await unreachable(page, '**/assets/*')
    await follow(page, 'Gallery')
    await expect(page.getByRole('alert')).toContainText("This screen couldn't be loaded")
    await again.recover()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(heading(page, 'Image Gallery')).toBeVisible()
  })

  test('opens by itself once a server that was away for a while is there again', async ({ signedIn: page }) => {
    await page.clock.install()
    await hearing(page, () => page.goto('/'))
    const [code, stream] = [await unreachable(page, '**/assets/*'), await unreachable(page, '**/api/live*')]
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await follow(page, 'Gallery')
    await expect(page.getByRole('alert')).toContainText("This screen couldn't be loaded")
    // So long a stream is tried again before anybody is told.
    await page.clock.fastForward(6_000)
    await code.recover()
    await stream.recover()
    // And so long is the longest wait between two tries.
    await page.clock.fastForward(16_000)
    await expect(heading(page, 'Image Gallery')).toBeVisible()
  })

  test('loses nothing of the rest: what is typed elsewhere comes back', async ({ signedIn: page, context }) => {
    await follow(page, 'Add Movie')
    await fillIn(page, { Title: 'Metropolis' })
    await context.setOffline(true)
    await follow(page, 'Branches')
    await answer(page, 'Keep draft and leave')
    await expect(page.getByRole('alert')).toContainText("You're offline")
    await follow(page, 'Add Movie')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectForm(page, { Title: 'Metropolis' })
    await context.setOffline(false)
    await expectForm(page, { Title: 'Metropolis' })
  })
})

test('the app opens in the letters of the system where the font does not come', async ({ signedIn: page }) => {
  await unreachable(page, '**/*.woff2')
  await page.reload()
  await expect(heading(page, 'Movie Collection')).toBeVisible()
})

test('people sign in without the wall of posters where its code does not come', async ({ signedIn: page }) => {
  const asked = page.waitForRequest('**/assets/PosterWall*')
  await unreachable(page, '**/assets/PosterWall*')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await asked
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(heading(page, 'Movie Collection')).toBeVisible()
})

test('lists, details and editors that failed to load come by themselves when the network is back', async ({
  signedIn: page,
  context,
  api,
}) => {
  const { _id, title } = await addMovie(api)
  const branch = await addBranch(api)
  // The code of the screens is here already; what they show is not.
  for (const [path, name] of [
    [`/movie/${_id}`, title],
    [`/edit/${_id}`, 'Edit Movie'],
    ['/branches', 'Branch Locations'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, name)).toBeVisible()
  }
  const open = (path: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)

  for (const [path, name, failure, arrived] of [
    [`/movie/${_id}`, title, 'Failed to fetch movie details.', page.getByText('The plague travels with him.')],
    [`/edit/${_id}`, 'Edit Movie', 'Failed to fetch movie details.', page.getByRole('button', { name: 'Save Movie' })],
    ['/branches', 'Branch Locations', 'Failed to fetch branches', page.getByRole('heading', { name: branch.name })],
  ] as const) {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await context.setOffline(true)
    await open(path)
    await expect(page.getByRole('alert').filter({ hasText: failure }), path).toContainText("You're offline.")
    await expect(page).toHaveURL(path)
    await context.setOffline(false)
    await expect(arrived, path).toBeVisible()
    await expect(heading(page, name), path).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test.describe('a part whose code could not be fetched', () => {
  for (const [what, file, path] of [
    ['the trash', 'Trash', '/?trash=1'],
    ['the day sheet', 'DaySheet', '/bookings?tab=sheet&date=2037-11-27&branchName=Riverside'],
  ] as const)
    test(`${what} says so, and is there with the next visit`, async ({ signedIn: page }) => {
      const { recover } = await unreachable(page, new RegExp(`/assets/${file}-`))
      await page.goto(path)
      await expect(page.getByText("This screen couldn't be loaded")).toBeVisible()
      await recover()
      await page.getByRole('link', { name: 'News' }).first().click()
      await expect(page.getByRole('heading', { name: 'Latest News' })).toBeVisible()
      await page.goBack()
      await expect(page.getByText("This screen couldn't be loaded")).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

  test('the history of a record says so, and can be tried again', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api, { title: 'Metropolis' })
    const { recover } = await unreachable(page, /\/assets\/HistoryPanel-/)
    await page.goto(`/movie/${_id}`)
    await page.getByRole('button', { name: 'History of Metropolis' }).click()
    await expect(page.getByText("The history couldn't be loaded.")).toBeVisible()
    await recover()
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
