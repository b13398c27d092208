import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { users } from '#contract/users.ts'
import type { Api } from '../api.ts'
import { addImage, deleteAll } from '../chain.ts'
import { refuse, unreachable } from '../failures.ts'
import { drop, poster, text as textFile } from '../files.ts'
import { expect, test } from '../fixtures.ts'

// The error catalogue of the specification (section 8) for images, signing in, users and promo codes, and what section 5 says of them,
// text by text. The other collections stand in `errors-of-collections.test.ts`.

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

test('images: Failed to load images. Please drop only image files. Failed to upload images. Are you sure you want to delete this image? Failed to delete image', async ({
  signedIn: page,
  api,
}) => {
  await deleteAll(api, images)
  await addImage(api)
  const { recover } = await unreachable(page, '**/api/images?*')
  await page.goto('/gallery')
  await expect(alert(page)).toHaveText('Failed to load images')
  await recover()

  await unreachable(page, '**/api/upload')
  await page.goto('/gallery')
  await drop(page.getByText('Drag and drop your images here'), [textFile('notes.txt', 'popcorn')])
  await expect(alert(page)).toHaveText('Please drop only image files')
  await page.getByLabel('Upload Images').setInputFiles(await poster('lost.png'))
  await expect(alert(page)).toHaveText('Failed to upload images')

  await unreachable(page, '**/api/images/*', 'DELETE')
  await page.getByRole('button', { name: 'Delete poster.png' }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Are you sure you want to delete this image?')
  await confirm(page)
  await expect(alert(page).filter({ hasText: 'delete' })).toHaveText('Failed to delete image')
})

/** What a call answers, and what the person reads. `error` is the body's error field. */
const answers = (fallback: string) => [
  { name: fallback, status: 0, shown: fallback },
  { name: 'An error occurred', status: 500, body: {}, shown: 'An error occurred' },
  {
    name: "the text of the body's error field",
    status: 500,
    body: { error: 'The organ is out of tune.' },
    shown: 'The organ is out of tune.',
  },
]

function failing(page: Page, address: string, method: string, { status, body = {} }: { status: number; body?: object }) {
  return status === 0 ? unreachable(page, address, method) : refuse(page, address, method, status, body)
}

test('login: Login failed', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  for (const answer of answers('Login failed')) {
    const { recover } = await failing(page, '**/api/login', 'POST', answer)
    await page.getByLabel('Password', { exact: true }).fill('popcorn')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(alert(page), answer.name).toHaveText(answer.shown)
    await recover()
  }
})

test.describe('users', () => {
  const fillIn = async (page: Page, username: string) => {
    await page.getByRole('button', { name: 'Create New User' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  }

  const ask = async (page: Page, api: Api) => {
    const { username } = await api.call(users.create, { body: { username: `to go ${Date.now()}`, password: 'a-long-enough-password' } })
    await page.goto('/users')
    await page.getByRole('button', { name: `Delete ${username}` }).click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Are you sure you want to delete this user?')
    return username
  }

  test('Failed to fetch users', async ({ signedIn: page }) => {
    for (const answer of answers('Failed to fetch users')) {
      const { recover } = await failing(page, '**/api/users?*', 'GET', answer)
      await page.goto('/users')
      await expect(alert(page), answer.name).toHaveText(answer.shown)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(alert(page), answer.name).toBeHidden()
      await recover()
    }
  })

  test('Failed to create user', async ({ signedIn: page }) => {
    await page.goto('/users')
    await fillIn(page, 'usher')
    for (const answer of answers('Failed to create user')) {
      const { recover } = await failing(page, '**/api/users', 'POST', answer)
      await page.getByRole('button', { name: 'Create user' }).click()
      await expect(alert(page), answer.name).toHaveText(answer.shown)
      await recover()
    }
  })

  test('Failed to delete user', async ({ signedIn: page, api }) => {
    await page.goto('/users')
    for (const answer of answers('Failed to delete user')) {
      const { recover } = await failing(page, '**/api/users/*', 'DELETE', answer)
      await ask(page, api)
      await confirm(page)
      await expect(alert(page), answer.name).toHaveText(answer.shown)
      await recover()
    }
  })

  test('User created successfully', async ({ signedIn: page }) => {
    await page.goto('/users')
    const username = `usher ${Date.now()}`
    await fillIn(page, username)
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^User/ })).toHaveText('User created successfully')
    await expect(page.getByRole('rowheader', { name: username }), 'the list reloads').toBeVisible()
    await expect(page.getByLabel('Username'), 'the form closes').toBeHidden()
  })

  test('User deleted successfully', async ({ signedIn: page, api }) => {
    const username = await ask(page, api)
    await confirm(page)
    await expect(page.getByRole('region', { name: 'Notices' }).getByText('User deleted successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: username })).toBeHidden()
  })
})

test('promo codes: Please enter a promo code. Invalid or expired promo code', async ({ signedIn: page }) => {
  const code = page.getByLabel('Promo Code', { exact: true })
  await page.goto('/bookings/add')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(code).toHaveAccessibleDescription('Please enter a promo code')
  await code.pressSequentially('no-such')
  await expect(code, 'it is forced to upper case as typed').toHaveValue('NO-SUCH')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(code).toHaveAccessibleDescription(/^Invalid or expired promo code\b/)
})
