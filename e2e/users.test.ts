import type { Page } from '@playwright/test'
import { users } from '../contract/users.ts'
import { signIn } from './api.ts'
import { expect, test } from './fixtures.ts'

let made = 0
const unique = (word: string) => `${word}-${process.pid}-${++made}`
const password = 'a-long-enough-password'
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function enter(page: Page, url: string, username: string, secret = password) {
  const { token } = await signIn(url, { username, password: secret })
  await page.goto('/livez')
  await page.evaluate((fresh) => localStorage.setItem('authToken', fresh), token)
}

test('a user is created, deleted after a question, and brought back', async ({ signedIn: page, axe }) => {
  const name = unique('anna')
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect(page.getByText('Manage system users and permissions')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Role', 'Actions'])
  await expect(row(page, 'admin')).toContainText('You')
  const before = Number(/\d+/.exec(await page.getByText(/^Users \(\d+\)$/).innerText()))

  await page.getByRole('button', { name: 'Create New User' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
  await axe()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Super User').check()
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create New User' })).toBeFocused()
  await expect(page.getByText(`Users (${before + 1})`)).toBeVisible()
  await expect(row(page, name)).toContainText('Super User')
  await axe()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('User created successfully')).toBeHidden()
  await page.getByRole('button', { name: 'Create New User' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('')

  await row(page, name).getByRole('button').click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted successfully')).toBeVisible()
  await expect(row(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByText('User deleted successfully')).toBeHidden()
})

test('a regular user sees everything and is refused by the server, in its own words', async ({ page, api, server, axe }) => {
  const [name, other] = [unique('berta'), unique('carla')]
  for (const username of [name, other]) await api.call(users.create, { body: { username, password } })
  await enter(page, server.url, name)
  await page.goto('/users')
  await expect(row(page, name)).toContainText('Regular User')
  await row(page, other).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText('Only a super user may do this.')
  await axe()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('button', { name: 'Create New User' }).click()
  await page.getByLabel('Username').fill(unique('dora'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('alert')).toHaveText('Only a super user may do this.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
})

test('a name that is taken is refused in the banner and on its field', async ({ signedIn: page }) => {
  await page.goto('/users#create-user')
  await page.getByLabel('Username').fill('ADMIN')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('alert')).toHaveText('There is already a user with this name.')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('each failure has its words', async ({ signedIn: page, api }) => {
  const name = unique('emil')
  await api.call(users.create, { body: { username: name, password } })
  await page.goto('/users')
  await expect(row(page, name)).toBeVisible()
  const alert = page.getByRole('alert')
  const deleteUser = async () => {
    await row(page, name).getByRole('button').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  const createUser = async () => {
    await page.goto('/users#create-user')
    await page.getByLabel('Username').fill(unique('frida'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create User' }).click()
  }
  await page.route('**/api/users/*', (route) => route.abort())
  await deleteUser()
  await expect(alert).toHaveText('Failed to delete user')
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, body: 'no JSON' }))
  await deleteUser()
  await expect(alert).toHaveText('An error occurred')

  await page.route('**/api/users', (route) => route.abort())
  await createUser()
  await expect(alert).toHaveText('Failed to create user')
  await page.route('**/api/users', (route) => route.fulfill({ status: 500, json: { error: 'The server says so.' } }))
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(alert).toHaveText('The server says so.')

  await page.route('**/api/users?*', (route) => route.abort())
  await page.goto('/')
  await page.goto('/users')
  await expect(alert).toHaveText('Failed to fetch users')
  await page.unroute('**/api/users?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, name)).toBeVisible()
})

test('changing the password keeps this tab and the other one signed in, and only the new one works', async ({
  page,
  api,
  server,
  context,
}) => {
  const name = unique('greta')
  await api.call(users.create, { body: { username: name, password } })
  await enter(page, server.url, name)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/bookings')
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('link', { name: 'Change Password' }).click()
  await expect(page.getByLabel('Current Password')).toBeFocused()
  await page.getByLabel('Current Password').fill('not-it-at-all')
  await page.getByLabel('New Password').fill('another-password')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toHaveText('This is not your current password.')
  await page.getByLabel('Current Password').fill(password)

  // A call with the old token that the server refuses before the new token has arrived here.
  await page.route('**/api/session/password', async (route) => {
    const response = await route.fetch()
    const refused = page.waitForResponse((answer) => answer.status() === 401)
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    expect((await refused).request().headers().authorization).toBeTruthy()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(page.getByLabel('Current Password')).toBeHidden()
  await page.reload()
  await expect(row(page, name)).toBeVisible()
  await other.getByRole('link', { name: 'Promo codes' }).click()
  await expect(other.getByRole('link', { name: 'New Promo Code' })).toBeVisible()
  await expect(other.getByRole('alert')).toBeHidden()
  await expect(signIn(server.url, { username: name, password })).rejects.toThrow(/401/)
  await signIn(server.url, { username: name, password: 'another-password' })
})

test('Logout on the page signs out', async ({ signedIn: page }) => {
  await page.goto('/users')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('the table fits, with a name of the greatest length', async ({ signedIn: page, api }) => {
    const name = unique('w').padEnd(60, 'w')
    await api.call(users.create, { body: { username: name, password } })
    await page.goto('/users')
    await expect(row(page, name).getByRole('button')).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
