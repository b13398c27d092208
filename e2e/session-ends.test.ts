import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { session } from '#contract/session.ts'
import { users } from '#contract/users.ts'
import { addPerson, signIn as signInAt } from './api.ts'
import { addMovie, deleteAll } from './chain.ts'
import { drop, poster } from './files.ts'
import { expect, test } from './fixtures.ts'
import { columns, expectForm, fillIn, save } from './movie-form.ts'
import { admin } from './server.ts'

// A session that ends under a form: the sign-in comes over it.

const bertha = { username: 'bertha', password: 'a-password-of-her-own' }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

async function signInOver(page: Page, { username, password } = admin) {
  await dialog(page).getByLabel('Username').fill(username)
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Sign In' }).click()
}

/** What has been sent with a method, and how it was answered, in turn. */
function watch(page: Page, method: string) {
  const seen: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() === method && pathname !== '/api/login') seen.push(`${pathname} ${response.status()}`)
  })
  return seen
}

test('the session ends under a half-written news item: one signs in over it by the keyboard, and it is saved once', async ({
  signedIn: page,
  api,
  server,
  axe,
}) => {
  await deleteAll(api, news)
  await page.goto('/news/add')
  await page.getByLabel('News Title').fill('The balcony reopens')
  await page.getByLabel('Description').fill('On Friday.')
  const posts = watch(page, 'POST')
  await api.call(session.signOut)
  await page.getByRole('button', { name: 'Save News' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Username')).toHaveValue(admin.username)
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await axe()
  await page.keyboard.type('not it')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Wrong username or password.')
  await dialog(page).getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/news')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('The balcony reopens')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The balcony reopens was saved.')
  expect(posts).toEqual(['/api/news 401', '/api/news 201'])
  expect(await (await fetch(`${server.url}/api/news`)).json()).toMatchObject([{ description: 'On Friday.', version: 1 }])
})

test.describe('a session that ends under a half-written film', () => {
  test.beforeEach(async ({ signedIn: page, api }) => {
    await deleteAll(api, movies)
    const known = await api.call(users.list, { query: {} })
    if (!known.some(({ username }) => username === bertha.username)) await addPerson(api, { ...bertha, isSuperUser: false })
    await page.goto('/add')
    await fillIn(page)
    await api.call(session.signOut)
  })

  test('shows nothing of it to somebody else who signs in there, and is offered to its own person later', async ({
    signedIn: page,
    server,
  }) => {
    const posts = watch(page, 'POST')
    await save(page)
    await signInOver(page, bertha)
    await expect(page.getByRole('button', { name: `Account ${bertha.username}` })).toBeVisible()
    await expectForm(page, { Title: '', Description: '' })
    await expect(page.getByText('You have an unsaved movie')).toHaveCount(0)
    expect(posts).toEqual(['/api/movies 401'])
    expect(await (await fetch(`${server.url}/api/movies`)).json()).toEqual([])

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectForm(page)
  })

  test('leads to the sign-in for whoever would rather not, and keeps a draft', async ({ signedIn: page, server }) => {
    await save(page)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/add')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectForm(page)
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await (await fetch(`${server.url}/api/movies`)).json()).toMatchObject([columns])
  })

  test('goes on by itself when the same person signs in in another tab', async ({ signedIn: page, context }) => {
    await save(page)
    await expect(dialog(page)).toBeVisible()
    const tab = await context.newPage()
    await tab.goto('/login')
    await tab.getByLabel('Username').fill(admin.username)
    await tab.getByLabel('Password', { exact: true }).fill(admin.password)
    await tab.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Metropolis was saved.')
  })

  test('takes a picture with it that was on its way, and the focus stays', async ({ signedIn: page, server }) => {
    await page.getByLabel('Genre').focus()
    const cover = page.getByRole('group', { name: 'Cover image' })
    await drop(cover, [await poster('late.png')])
    await signInOver(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByLabel('Genre')).toBeFocused()
    await expect(cover.getByRole('img')).toBeVisible()
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await (await fetch(`${server.url}/api/movies`)).json()).toMatchObject([
      { ...columns, image: expect.stringContaining('/media/') },
    ])
  })
})

test('a password that is changed after the session has ended is changed once its person has signed in again', async ({
  signedIn: page,
  api,
  server,
}) => {
  await page.goto('/users#change-password')
  await page.getByLabel('Current password').fill(admin.password)
  await page.getByLabel('New password').fill(admin.password)
  await api.call(session.signOut)
  await page.getByRole('button', { name: 'Save password' }).click()
  await signInOver(page)
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  expect((await signInAt(server.url, admin)).token).toBeTruthy()
})

test('a tab that was closed while it changed the password keeps another one waiting for seconds, not for ever', async ({
  signedIn: page,
  api,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Movie Collection')
  // Its note, from eight seconds ago.
  await page.evaluate(
    ([token = '']) => localStorage.setItem('moviebox.changing', `${token.slice(0, 8)} ${Date.now() - 8_000}`),
    [api.token],
  )
  await api.call(session.signOut)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.waitForTimeout(500)
  await expect(page, 'it may still get another token').not.toHaveURL(/login/)
  await expect(page).toHaveURL('/login')
})

test('a session that ends under a list ends at the sign-in, which leads back to it: nothing was deleted', async ({
  signedIn: page,
  api,
}) => {
  await deleteAll(api, movies)
  await addMovie(api)
  await page.goto('/')
  await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
  await api.call(session.signOut)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Nosferatu')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

for (const [what, answer, sentence] of [
  [
    'a proxy asks for a password of its own',
    { status: 401, body: '<h1>401</h1>' },
    'A proxy in front of MovieBox asked for its own password',
  ],
  [
    'a proxy puts its own password in place of the token',
    { status: 401, json: { error: 'This server does not accept Basic authentication.', code: 'basic_authentication' } },
    'This server does not accept Basic authentication.',
  ],
] as const) {
  test(`a session doesn't end where ${what}, which is said`, async ({ signedIn: page }) => {
    await page.route('**/api/movies?*', (route) => route.fulfill(answer))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeTruthy()
  })
}
