import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './server.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'))

async function fillIn(page: Page, { username, password } = admin) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const enter = (page: Page) => page.getByRole('button', { name: 'Sign In' }).click()

test.describe('refused', () => {
  test.beforeEach(({ page }) => page.goto('/login'))

  test('empty fields are named, and nothing is sent', async ({ page }) => {
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().endsWith('/api/login'))))
    await enter(page)
    await expect(page.getByText('Username is required.')).toBeVisible()
    await expect(page.getByText('Password is required.')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    expect(sent).toBe(0)
  })

  test("a wrong password shows the server's sentence in a red box and keeps the username", async ({ page }) => {
    await fillIn(page, { ...admin, password: 'not-the-password' })
    await enter(page)
    const box = page.getByRole('alert')
    await expect(box).toHaveText('Wrong username or password.')
    const [red = 0, green = 0, blue = 0] = await box.evaluate((element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [])
    expect(red, 'the box is red').toBeGreaterThan(2 * Math.max(green, blue))
    await expect(page.getByLabel('Username')).toHaveValue(admin.username)
    expect(await storedToken(page)).toBeNull()
  })

  test('too many wrong passwords have to wait, and are told for how long', async ({ page }) => {
    await fillIn(page, { username: 'guesser', password: 'not-the-password' })
    await expect(async () => {
      await Promise.all([page.waitForResponse('**/api/login'), enter(page)])
      await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\. Please try again in \d+ seconds?\.$/, { timeout: 300 })
    }).toPass({ intervals: [0] })
  })

  test("an unreachable server says 'Login failed', and the next try gets in", async ({ page }) => {
    const { recover } = await unreachable(page, '**/api/login')
    await fillIn(page)
    await enter(page)
    await expect(page.getByRole('alert')).toHaveText('Login failed')
    await recover()
    await enter(page)
    await expect(heading(page)).toHaveText('Movie Collection')
  })
})

test('the first sign-in on a fresh server ends at the movie list', async ({ page, server }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(heading(page)).toHaveText('Welcome Back')
  await expect(page.getByText('Sign in to your account')).toBeVisible()

  const login = await hold(page, '**/api/login')
  await fillIn(page)
  await enter(page)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  login.release()

  await expect(heading(page)).toHaveText('Movie Collection')
  await expect(page).toHaveURL('/')
  const session = await fetch(`${server.url}/api/session`, { headers: { authorization: `Bearer ${await storedToken(page)}` } })
  expect(await session.json()).toMatchObject({ username: admin.username, isSuperUser: true })
})

test.describe('the guard', () => {
  test('sends a visitor to the sign-in in place of the page, and back to the page afterwards', async ({ page }) => {
    await page.goto('/livez')
    await page.goto('/gallery')
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/livez')
    await page.goForward()
    await expect(page).toHaveURL('/login')

    await fillIn(page)
    await enter(page)
    await expect(page).toHaveURL('/gallery')
    await expect(heading(page)).toHaveText('Image Gallery')
    await page.goBack()
    await expect(page).toHaveURL('/livez')
  })

  test('an unknown path, and the sign-in, end at / for whoever is signed in', async ({ signedIn: page }) => {
    for (const path of ['/dashboard', '/no/such/page', '/movie', '/login']) {
      await page.goto(path)
      await expect(heading(page), path).toHaveText('Movie Collection')
      await expect(page, path).toHaveURL('/')
    }
  })

  test('an unknown path ends at the sign-in for everybody else', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page).toHaveURL('/login')
  })
})

test.describe('a stored token', () => {
  test.beforeEach(async ({ api }) => {
    await deleteAll(api, movies)
    await addMovie(api, { title: 'Metropolis' })
  })

  test('shows the app at once, without waiting to be verified', async ({ signedIn: page }) => {
    const session = await hold(page, '**/api/session')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Metropolis' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    session.release()
    await expect(page.getByRole('button', { name: `Account ${admin.username}` })).toBeVisible()
  })

  test('that is forged shows the app only until the first call is refused', async ({ signedIn: page }) => {
    const session = await hold(page, '**/api/session')
    await page.evaluate(() => localStorage.setItem('authToken', 'forged'.padEnd(43, '-')))
    await page.goto('/')
    await expect(heading(page)).toHaveText('Movie Collection')
    session.release()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('status')).toHaveText('Your session has ended. Sign in again to continue where you left off.')
    expect(await storedToken(page)).toBeNull()
  })
})

test('a stored token that no server can have made ends at the sign-in, without a single call', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => (sent += Number('authorization' in request.headers())))
  for (const [what, token] of [
    ['one of another alphabet', 'тoken'.repeat(9).slice(0, 43)],
    ['one of 20,000 characters', 'a'.repeat(20_000)],
    ['one with a line break', `${'a'.repeat(21)}\n${'a'.repeat(21)}`],
    ['an empty one', ''],
    ['one of JSON', JSON.stringify({ token: 'a'.repeat(31) })],
  ] as const) {
    await test.step(what, async () => {
      await page.goto('/livez')
      await page.evaluate((stored) => localStorage.setItem('authToken', stored), token)
      sent = 0
      await page.goto('/gallery')
      await expect(page).toHaveURL('/login')
      expect(await storedToken(page)).toBeNull()
      expect(sent).toBe(0)
      await fillIn(page)
      await enter(page)
      await expect(heading(page)).toHaveText('Image Gallery')
      await expect.poll(() => sent, 'what follows is sent with a token').toBeGreaterThan(0)
    })
  }
})

test.describe('with two tabs', () => {
  test('signing out removes the token and closes the app in both', async ({ signedIn: page, context, api }) => {
    await page.goto('/gallery')
    const other = await context.newPage()
    await other.goto('/add')
    await expect(heading(other)).toHaveText('Add New Movie')

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    for (const tab of [page, other]) {
      await expect(heading(tab)).toHaveText('Welcome Back')
      expect(await storedToken(tab)).toBeNull()
    }
    await expect.poll(async () => (await api.fetch('/api/session')).status).toBe(401)

    await fillIn(page)
    await enter(page)
    await expect(page, 'nobody is sent back to where somebody else signed out').toHaveURL('/')
  })

  test('signing in opens the app in both', async ({ page, context }) => {
    await page.goto('/login')
    const other = await context.newPage()
    await other.goto('/gallery')
    await expect(heading(other)).toHaveText('Welcome Back')

    await fillIn(page)
    await enter(page)
    await expect(heading(page)).toHaveText('Movie Collection')
    await expect(heading(other)).toHaveText('Image Gallery')
  })
})
