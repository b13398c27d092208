import type { BrowserContext, Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { users } from '#contract/users.ts'
import { addPerson, signIn as signInAt } from './api.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold } from './failures.ts'
import { poster } from './files.ts'
import { expect, test } from './fixtures.ts'
import { expectForm, fillIn, save } from './movie-form.ts'
import { admin, type TestServer } from './server.ts'

// People who share a machine: what one began is neither seen nor sent by the next.

const bertha = { username: 'bertha', password: 'a-password-of-her-own' }

test.beforeEach(async ({ api, signedIn: page }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
  const known = await api.call(users.list, { query: {} })
  if (!known.some(({ username }) => username === bertha.username)) await addPerson(api, { ...bertha, isSuperUser: false })
  await page.goto('/')
  await expect(page.getByRole('button', { name: `Account ${admin.username}` })).toBeVisible()
})

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

async function signInAs(page: Page, { username, password }: typeof admin, typed = username) {
  await page.getByLabel('Username').fill(typed)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: `Account ${username}` })).toBeVisible()
}

/** A second tab of the same browser, on a screen. */
async function openTab(context: BrowserContext, path: string) {
  const tab = await context.newPage()
  await tab.goto(path)
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab
}

/** What is public, asked for without a token: those of the test are signed out. */
const read = async (server: TestServer, path: string) => (await fetch(server.url + path)).json()

/** The tokens of all uploads that begin from now on. */
function watchUploads(page: Page) {
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload')) tokens.push(request.headers().authorization)
  })
  return tokens
}

test.describe('uploads under way', () => {
  const files = () => Promise.all(['1', '2', '3', '4', '5'].map((name) => poster(`secret-${name}.png`)))

  for (const [how, end] of [
    ['here', (page: Page) => signOut(page)],
    ['in another tab', (page: Page) => openTab(page.context(), '/').then(signOut)],
  ] as const) {
    test(`end with the session of whoever began them, signed out ${how}: the rest is sent by nobody`, async ({ signedIn: page, api }) => {
      await page.getByRole('link', { name: 'Gallery' }).click()
      const upload = await hold(page, '**/api/upload')
      const tokens = watchUploads(page)
      await page.getByLabel('Upload Images').setInputFiles(await files())
      await expect(page.getByText('Uploading: 0 of 5 done')).toBeVisible()
      await expect.poll(() => tokens.length).toBe(3)
      await end(page)
      await expect(page).toHaveURL('/login')
      upload.release()
      await signInAs(page, bertha)
      await page.getByRole('link', { name: 'Gallery' }).click()
      await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
      await expect(page.getByText(/secret-/)).toHaveCount(0)
      expect(new Set(tokens)).toEqual(new Set([`Bearer ${api.token}`]))
      expect(tokens).toHaveLength(3)
    })
  }

  test('end when the session runs out', async ({ signedIn: page, api }) => {
    await page.getByRole('link', { name: 'Gallery' }).click()
    const upload = await hold(page, '**/api/upload')
    const tokens = watchUploads(page)
    await page.getByLabel('Upload Images').setInputFiles(await files())
    await expect.poll(() => tokens.length).toBe(3)
    await api.fetch('/api/logout', { method: 'POST' })
    upload.release()
    await expect(page).toHaveURL('/login')
    await signInAs(page, bertha)
    await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
    await expect(page.getByText(/secret-/)).toHaveCount(0)
    expect(tokens).toHaveLength(3)
  })

  test('go on when the same person changes the password', async ({ signedIn: page, server }) => {
    await page.getByRole('link', { name: 'Gallery' }).click()
    const upload = await hold(page, '**/api/upload')
    await page.getByLabel('Upload Images').setInputFiles(await files())
    await expect(page.getByText('Uploading: 0 of 5 done')).toBeVisible()
    const tab = await openTab(page.context(), '/users#change-password')
    await expect(tab.getByRole('button', { name: `Account ${admin.username}` })).toBeVisible()
    await tab.getByLabel('Current password').fill(admin.password)
    await tab.getByLabel('New password').fill(admin.password)
    await tab.getByRole('button', { name: 'Save password' }).click()
    await expect(tab.getByText('Password changed successfully')).toBeVisible()
    upload.release()
    // The three that were sent with the old token may be refused; what was waiting goes with the new one.
    await expect(page.getByText(/^\d (added|failed)/)).toBeVisible()
    expect((await read(server, '/api/images')).length).toBeGreaterThanOrEqual(2)
  })
})

test('a save that waits for an upload is not made by the next person', async ({ signedIn: page, api, server }) => {
  const { _id } = await addMovie(api)
  const tab = await openTab(page.context(), `/edit/${_id}`)
  await tab.getByLabel('Title', { exact: true }).fill('Never saved')
  const upload = await hold(tab, '**/api/upload')
  await tab.getByRole('button', { name: 'Select from Gallery' }).click()
  await tab
    .getByRole('dialog')
    .getByLabel('Upload')
    .setInputFiles([await poster('late.png')])
  await tab.getByRole('button', { name: 'Close' }).click()
  await tab.getByRole('button', { name: 'Save Movie' }).click()
  await signOut(page)
  await signInAs(page, bertha)
  upload.release()
  await expect(tab.getByRole('button', { name: `Account ${bertha.username}` })).toBeVisible()
  expect(await read(server, `/api/movies/${_id}`)).toMatchObject({ title: 'Nosferatu', version: 1 })
})

test.describe('a tab that slept while somebody else took over', () => {
  /** What a tab finds that wakes up: another token, and word of it only now. */
  async function wakeUp(page: Page, token: string) {
    await page.evaluate((next) => {
      localStorage.setItem('authToken', next)
      dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    }, token)
    await expect(page.getByRole('button', { name: `Account ${bertha.username}` })).toBeVisible()
  }

  test('shows nothing that was typed into a form', async ({ signedIn: page, api, server }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Half typed' })
    await wakeUp(page, (await signInAt(server.url, bertha)).token)
    await expectForm(page, { Title: 'Nosferatu' })
    await expect(page.getByText('Your unsaved changes were restored.')).toBeHidden()
  })

  test('shows nothing of a password', async ({ signedIn: page, server }) => {
    await page.goto('/users#change-password')
    await page.getByLabel('Current password').fill(admin.password)
    await wakeUp(page, (await signInAt(server.url, bertha)).token)
    await expect(page.getByLabel('Current password')).toHaveValue('')
  })
})

test('a notice, its Undo and what the lists held are gone', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Secret film' })
  await page.reload()
  await page.getByRole('button', { name: 'Delete Secret film' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await signOut(page)
  const list = await hold(page, '**/api/movies?*')
  await signInAs(page, bertha)
  await expect(page.getByText('Loading…').last()).toBeAttached()
  await expect(page.getByText('Secret film')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  list.release()
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
})

test('what fails after somebody has gone is not told to the next', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Secret film' })
  await page.reload()
  await page.getByRole('button', { name: 'Delete Secret film' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const restoration = await hold(page, '**/restoration')
  await Promise.all([page.waitForRequest('**/restoration'), page.getByRole('button', { name: 'Undo' }).click()])
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/restoration'))
  await signOut(page)
  await aborted
  await signInAs(page, bertha)
  restoration.release()
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toBeEmpty()
})

test.describe('what is half typed in another tab', () => {
  test('waits for the same person, and nobody else sees it', async ({ signedIn: page, api, server }) => {
    const { _id } = await addMovie(api)
    const tab = await openTab(page.context(), `/edit/${_id}`)
    await fillIn(tab, { Title: 'Half typed' })
    await signOut(page)
    await expect(tab).toHaveURL('/login')

    await signInAs(page, bertha)
    await expect(tab.getByRole('button', { name: `Account ${bertha.username}` })).toBeVisible()
    await tab.goto(`/edit/${_id}`)
    await expectForm(tab, { Title: 'Nosferatu' })
    await expect(tab.getByText('Your unsaved changes were restored.')).toBeHidden()

    await signOut(page)
    await signInAs(page, admin, ` ${admin.username.toUpperCase()} `)
    await expect(tab.getByRole('button', { name: `Account ${admin.username}` })).toBeVisible()
    await tab.goto(`/edit/${_id}`)
    await expectForm(tab, { Title: 'Half typed' })
    await expect(tab.getByText('Your unsaved changes were restored.')).toBeVisible()
    await save(tab)
    await expect(tab).toHaveURL('/')
    expect(await read(server, '/api/movies')).toMatchObject([{ title: 'Half typed' }])
  })

  test('stays in the form when the password is changed', async ({ signedIn: page }) => {
    const tab = await openTab(page.context(), '/add')
    await fillIn(tab, { Title: 'Half typed' })
    await page.goto('/users#change-password')
    await page.getByLabel('Current password').fill(admin.password)
    await page.getByLabel('New password').fill(admin.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password changed successfully')).toBeVisible()
    await expectForm(tab, { Title: 'Half typed' })
    await expect(tab.getByRole('status').filter({ hasText: 'unsaved' })).toBeHidden()
    await fillIn(tab)
    await save(tab)
    await expect(tab).toHaveURL('/')
  })
})
