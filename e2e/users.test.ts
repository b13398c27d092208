import type { Page } from '@playwright/test'
import { users } from '../contract/users.ts'
import { type Api, addPerson, signIn } from './api.ts'
import { hold, refuse, refuseLate } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.ts'

let made = 0
const unique = (word: string) => `${word}-${process.pid}-${++made}`
const password = 'a-long-enough-password'
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function enter(page: Page, url: string, username: string, secret = password) {
  const { token } = await signIn(url, { username, password: secret })
  await page.goto(`${url}/livez`)
  await page.evaluate((fresh) => localStorage.setItem('authToken', fresh), token)
}

test('a user is created, deleted after a question, and brought back', async ({ signedIn: page, axe }) => {
  const name = unique('anna')
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect(page.getByText('Manage system users and permissions')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Role', 'Last sign-in', 'Actions'])
  await expect(row(page, 'admin')).toContainText('You')
  await expect(row(page, 'admin').getByRole('button', { name: /^Delete/ }), 'nobody deletes themselves').toHaveCount(0)
  await expect(page.getByText(/^Only super users can/)).toBeHidden()
  const before = Number(/\d+/.exec(await page.getByText(/^Users \(\d+\)$/).innerText()))

  await page.getByRole('button', { name: 'Create New User' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
  await axe()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Super User').check()
  await page.getByRole('button', { name: 'Create user' }).click()
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

  await row(page, name)
    .getByRole('button', { name: /^Delete/ })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted successfully')).toBeVisible()
  await expect(row(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toBeVisible()
  await expect(page.getByText('User deleted successfully')).toBeHidden()
})

test('what was typed about a user is asked for before it is left, whichever way, and not once it is saved', async ({ signedIn: page }) => {
  const name = unique('eva')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const field = page.getByLabel('Username')
  await page.goto('/users?tab=activity')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Create New User' }).click()
  await field.fill(name)
  const ways = [
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.getByRole('button', { name: 'Create New User' }).click(),
    () => page.getByRole('button', { name: 'Change password' }).click(),
    () => page.getByRole('link', { name: 'Activity' }).click(),
    () => page.getByRole('link', { name: 'News' }).click(),
    () => page.getByRole('button', { name: 'Logout' }).first().click(),
    () => page.goBack(),
  ]
  for (const go of ways) {
    await go()
    await expect(question).toContainText('Your changes will be lost.')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(field).toHaveValue(name)
  }
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(field).toHaveValue(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(row(page, name)).toBeVisible()
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Create New User' }).click()
  await field.fill('nobody')
  await page.getByRole('link', { name: 'Activity' }).click()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page).toHaveURL('/users?tab=activity')
})

test('a regular user sees what is for super users as disabled, with the reason', async ({ page, api, server, axe }) => {
  const [name, other] = [unique('berta'), unique('carla')]
  for (const username of [name, other]) await addPerson(api, { username, password })
  await enter(page, server.url, name)
  await page.goto('/users')
  await expect(row(page, name)).toContainText('Regular User')
  const reason = 'Only super users can create, change and delete users.'
  await expect(page.getByText(reason)).toBeVisible()
  await expect(row(page, other).getByRole('link')).toHaveCount(0)
  for (const button of [
    page.getByRole('button', { name: 'Create New User' }),
    ...['Delete', 'History of', 'More actions for'].map((action) => row(page, other).getByRole('button', { name: `${action} ${other}` })),
  ]) {
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(reason)
  }
  await axe()
  await page.goto('/users#create-user')
  await expect(row(page, other)).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await row(page, name)
    .getByRole('button', { name: `More actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
})

test('a super user who has become a regular user meanwhile is refused by the server in its own words', async ({ page, api, server }) => {
  const [name, other] = [unique('berta'), unique('carla')]
  const { _id } = await addPerson(api, { username: name, password, isSuperUser: true })
  await addPerson(api, { username: other, password })
  await enter(page, server.url, name)
  await page.goto('/users')
  await expect(row(page, name)).toContainText('Super User')
  await page.getByRole('button', { name: 'Create New User' }).click()
  await page.getByLabel('Username').fill(unique('dora'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await api.call(users.changeRole, { params: { id: _id }, body: { isSuperUser: false } })
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('alert')).toHaveText('Only super users can do this.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create New User' })).toBeDisabled()
  await expect(row(page, other).getByRole('button', { name: /^Delete/ })).toBeDisabled()
})

test('a regular user who becomes a super user can manage users without a reload', async ({ page, api, server }) => {
  const name = unique('berta')
  const { _id } = await addPerson(api, { username: name, password })
  await enter(page, server.url, name)
  await page.goto('/users')
  const create = page.getByRole('button', { name: 'Create New User' })
  await expect(create).toBeDisabled()
  await expect(row(page, name)).toContainText('Regular User')
  await api.call(users.changeRole, { params: { id: _id }, body: { isSuperUser: true } })
  await expect(row(page, name)).toContainText('Super User')
  await expect(create).toBeEnabled()
  await page.reload()
  await expect(create).toBeEnabled()
})

test('a role is changed in both directions, after a question, with the keyboard alone', async ({ signedIn: page, api, axe }) => {
  const name = unique('rosa')
  await addPerson(api, { username: name, password })
  await page.goto('/users')
  const more = row(page, name).getByRole('button', { name: `More actions for ${name}` })
  for (const [role, badge] of [
    ['super user', 'Super User'],
    ['regular user', 'Regular User'],
  ] as const) {
    await more.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Set new password' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: `Make ${role}` })).toBeFocused()
    await axe()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: `Make ${name} a ${role}?` })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await axe()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `${name} is now a ${role}` })).toBeVisible()
    await expect(row(page, name)).toContainText(badge)
    await expect(more).toBeFocused()
  }
  await more.press('Enter')
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `Sessions of ${name}` }).getByRole('heading')).toBeFocused()
  await page.goto('/users?tab=activity&kind=role')
  await expect(page.getByText(`changed the role of ${name}`).first()).toBeVisible()
})

test('a name that is taken is refused in the banner and on its field', async ({ signedIn: page }) => {
  await page.goto('/users#create-user')
  await page.getByLabel('Username').fill('ADMIN')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('alert')).toHaveText('A user with this name already exists.')
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
    await row(page, name)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  const createUser = async () => {
    await page.goto('/users#create-user')
    await page.getByLabel('Username').fill(unique('frida'))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create user' }).click()
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
  await page.getByRole('button', { name: 'Create user' }).click()
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
  await addPerson(api, { username: name, password })
  await enter(page, server.url, name)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/bookings')
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill('not-it-at-all')
  await page.getByLabel('New password').fill('another-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your current password.')
  await expect(page.getByText('This is not your current password.')).toHaveCount(1)
  await page.getByLabel('Current password').fill(password)

  // Calls with the old token that the server refuses before the new token has arrived here, in either tab.
  await page.route('**/api/session/password', async (route) => {
    const response = await route.fetch()
    const refusedIn = async (tab: Page) => {
      const refused = tab.waitForResponse((answer) => answer.status() === 401)
      await tab.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      expect((await refused).request().headers().authorization).toBeTruthy()
    }
    await Promise.all([page, other].map(refusedIn))
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.reload()
  await expect(row(page, name)).toBeVisible()
  await expect(other).toHaveURL('/bookings')
  await other.getByRole('link', { name: 'Promo codes' }).click()
  await expect(other.getByRole('link', { name: 'New promo code' })).toBeVisible()
  await expect(other.getByRole('alert')).toBeHidden()
  await expect(signIn(server.url, { username: name, password })).rejects.toThrow(/401/)
  await signIn(server.url, { username: name, password: 'another-password' })
})

test('a person ends one of their sessions, then all others', async ({ page, api, server, axe }) => {
  const name = unique('ida')
  await addPerson(api, { username: name, password })
  const others = [await signIn(server.url, { username: name, password }), await signIn(server.url, { username: name, password })]
  const alive = async () => Promise.all(others.map(async (other) => (await other.fetch('/api/session')).status))
  await enter(page, server.url, name)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Your sessions' }).click()
  const panel = page.getByRole('region', { name: 'Your sessions' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('listitem').filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0)
  await expect(panel.getByText('Last used just now, from 127.0.0.1').first()).toBeVisible()
  await axe()
  await panel
    .getByRole('button', { name: /^Sign out (?!other|all)/ })
    .first()
    .click()
  await expect(page.getByText('Device signed out successfully')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  expect((await alive()).sort()).toEqual([200, 401])
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus stays').toBe('DIV')
  const line = await hold(page, '**/api/sessions', 'DELETE')
  await panel.getByRole('button', { name: 'Sign out other devices' }).click()
  await page.getByRole('textbox', { name: 'Search' }).press('a')
  line.release()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Devices signed out successfully')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Search' }), 'whoever types goes on').toBeFocused()
  expect(await alive()).toEqual([401, 401])
  await page.reload()
  await expect(panel.getByText('This session')).toBeVisible()
})

test('several sessions end one after the other, without waiting for the first', async ({ signedIn: page, api, server }) => {
  const name = unique('nora')
  await api.call(users.create, { body: { username: name, password } })
  for (let signedIn = 0; signedIn < 3; signedIn++) await signIn(server.url, { username: name, password })
  await page.goto('/users')
  await row(page, name).getByRole('link', { name }).click()
  const panel = page.getByRole('region', { name: `Sessions of ${name}` })
  const ends = panel.getByRole('button', { name: /^Sign out (?!other|all)/ })
  const proxy = await refuse(page, '**/api/sessions/*', 'DELETE', 404, '<h1>404 Not Found</h1>')
  await ends.first().click()
  await expect(page.getByRole('alert').first(), 'a proxy knows nothing of sessions').toBeVisible()
  await expect(ends).toHaveCount(3)
  await proxy.recover()
  await page.reload()
  const line = await hold(page, '**/api/sessions/*', 'DELETE')
  await expect(ends).toHaveCount(3)
  await ends.first().press('Enter')
  await page.keyboard.press('Tab')
  line.release()
  await expect(ends).toHaveCount(2)
  await expect(ends.first(), 'nobody is taken from where they are by now').toBeFocused()
  const next = await hold(page, '**/api/sessions/*', 'DELETE')
  for (const end of await ends.all()) await end.click()
  await panel.getByRole('button', { name: 'Sign out all devices' }).click()
  await expect(ends).toHaveCount(0)
  const answers = [1, 2].map(() => page.waitForResponse('**/api/sessions/*'))
  next.release()
  await Promise.all(answers)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what becomes of sessions that were to end is told, also where their panel was closed meanwhile', async ({
  signedIn: page,
  api,
  server,
}) => {
  const name = unique('lea')
  await addPerson(api, { username: name, password })
  const theirs = await signIn(server.url, { username: name, password })
  await page.goto('/users')
  const panel = page.getByRole('region', { name: `Sessions of ${name}` })
  const endAndClose = async () => {
    await row(page, name).getByRole('link', { name }).click()
    await panel.getByRole('button', { name: 'Sign out all devices' }).click()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
  }
  const refused = await refuseLate(page, '**/api/sessions?user=*', 'DELETE', 503, { error: 'The server is busy.' })
  await endAndClose()
  refused.release()
  await expect(page.getByRole('alert')).toHaveText('The server is busy.')
  await refused.recover()
  const held = await hold(page, '**/api/sessions?user=*', 'DELETE')
  await endAndClose()
  held.release()
  await expect(page.getByText('Devices signed out successfully')).toBeVisible()
  expect((await theirs.fetch('/api/session')).status).toBe(401)
})

test('a super user gives a new first password, and its owner chooses another before anything else', async ({
  signedIn: page,
  api,
  server,
  browser,
  axe,
}) => {
  const name = unique('jan')
  await addPerson(api, { username: name, password })
  const before = await signIn(server.url, { username: name, password })
  await page.goto('/users')
  await row(page, name).getByRole('link', { name }).click()
  const panel = page.getByRole('region', { name: `Sessions of ${name}` })
  await expect(panel.getByRole('heading')).toBeFocused()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await axe()
  await panel.getByRole('button', { name: 'Sign out all devices' }).click()
  await expect(panel.getByText('Not signed in on any device.')).toBeVisible()
  expect((await before.fetch('/api/session')).status).toBe(401)
  await panel.getByRole('link', { name: 'Set new password' }).click()
  const field = page.getByLabel('Password', { exact: true })
  await expect(field).toBeFocused()
  await field.fill(`${name}1`)
  await expect(
    page.getByRole('status').filter({ hasText: 'This password is easy to guess because it is similar to the username' }),
  ).toBeVisible()
  await axe()
  await field.fill('handed-over-in-person')
  await expect(page.getByText('easy to guess')).toBeHidden()
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password set successfully')).toBeVisible()
  await expect(row(page, name).getByRole('link')).toBeFocused()

  const theirs = await (await browser.newContext({ baseURL: server.url })).newPage()
  await theirs.goto('/gallery')
  await theirs.getByLabel('Username').fill(name)
  await theirs.getByLabel('Password', { exact: true }).fill('handed-over-in-person')
  await theirs.getByRole('button', { name: 'Sign In' }).click()
  await expect(theirs.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await theirs.getByRole('link', { name: 'Bookings' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await theirs.goto('/gallery')
  await expect(theirs.getByLabel('Current password')).toHaveCount(0)
  await theirs.getByLabel('New password').fill('handed-over-in-person')
  await theirs.getByRole('button', { name: 'Save password' }).click()
  const refusal = 'This is the password you were given. Choose a different password.'
  await expect(theirs.getByLabel('New password')).toHaveAccessibleDescription(new RegExp(`^${refusal}`))
  await expect(theirs.getByText(refusal)).toHaveCount(1)
  await theirs.getByLabel('New password').fill('Password1')
  await expect(theirs.getByText(/password is common/)).toBeVisible()
  await theirs.getByLabel('New password').fill('a-choice-of-my-own')
  await theirs.getByRole('button', { name: 'Save password' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Image Gallery')
  await theirs.context().close()
})

test('whoever goes on while a first password is on its way is not called back', async ({ signedIn: page, api }) => {
  const name = unique('jan')
  const { _id } = await api.call(users.create, { body: { username: name, password } })
  const { promise: isElsewhere, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(`**/api/users/${_id}/password`, (route) => isElsewhere.then(() => route.fallback()))
  await page.goto('/users')
  await row(page, name).getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Set new password' }).click()
  await page.getByLabel('Password', { exact: true }).fill('handed-over-in-person')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookings')
  arrive()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Password set successfully')
  await expect(page).toHaveURL('/bookings')
})

for (const [what, address, begin] of [
  ['a user', '**/api/users', create],
  ['a first password', '**/api/users/*/password', giveFirstPassword],
] as const)
  test(`whoever opens another panel while ${what} is on its way stays in it, with what they have typed`, async ({
    signedIn: page,
    api,
  }) => {
    const line = await hold(page, address)
    const told = await begin(page, api)
    await page.getByRole('button', { name: 'Change password' }).click()
    const field = page.getByLabel('Current password')
    await field.fill('half of i')
    await page.getByRole('textbox', { name: 'Search' }).fill('admin')
    await expect(page).toHaveURL('/users?q=admin#change-password')
    await field.focus()
    line.release()
    await expect(page.getByText(told)).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('half of i')
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

test('whoever opens a panel anew while what they sent from it is on its way stays in it', async ({ signedIn: page }) => {
  const line = await hold(page, '**/api/users', 'POST')
  const told = await create(page)
  for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Create New User' }).click()
  const field = page.getByLabel('Username')
  await field.fill('the next one')
  line.release()
  await expect(page.getByText(told)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('the next one')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

async function create(page: Page) {
  await page.goto('/users#create-user')
  await page.getByLabel('Username').fill(unique('kai'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create user' }).click()
  return 'User created successfully'
}

async function giveFirstPassword(page: Page, api: Api) {
  const { _id } = await api.call(users.create, { body: { username: unique('kai'), password } })
  await page.goto(`/users#password=${_id}`)
  await page.getByLabel('Password', { exact: true }).fill('handed-over-in-person')
  await page.getByRole('button', { name: 'Set new password' }).click()
  return 'Password set successfully'
}

test('a password that would be tried first gets a warning, and is taken all the same', async ({ signedIn: page }) => {
  await page.goto('/users#create-user')
  const name = unique('kim')
  await page.getByLabel('Username').fill(name)
  const field = page.getByLabel('Password', { exact: true })
  for (const [secret, warning] of [
    ['moviebox1', /the product name/],
    [`${name}!`, /the username/],
    ['12345678', /password is common/],
  ] as const) {
    await field.fill(secret)
    await expect(page.getByRole('status').filter({ hasText: warning })).toBeVisible()
  }
  await expect(field).toHaveAccessibleDescription(/easy to guess/)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
})

test('a browser that somebody signed in with gets in while strangers guess', async ({ page, api, server }) => {
  const name = unique('lea')
  await addPerson(api, { username: name, password })
  const enterHere = async () => {
    await page.goto('/login')
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Movie Collection')
  }
  await enterHere()
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (let i = 0; i < 6; i++) await signIn(server.url, { username: name, password: 'wrong' }).catch(() => {})
  await expect(signIn(server.url, { username: name, password })).rejects.toThrow(/429/)
  await enterHere()
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
    const button = row(page, name).getByRole('button', { name: /^Delete/ })
    await button.scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

test('where the chain lets everybody manage users, a regular user adds and deletes one, and grants no role', async ({ page }) => {
  const server = await startServer({ USER_MANAGEMENT: 'staff' })
  try {
    const own = await signIn(server.url)
    await addPerson(own, { username: 'berta', password })
    await enter(page, server.url, 'berta')
    await page.goto(`${server.url}/users`)
    await expect(row(page, 'admin')).toBeVisible()
    await expect(page.getByText('Only super users can set passwords and change roles.')).toBeVisible()
    await page.getByRole('button', { name: 'Create New User' }).click()
    await expect(page.getByRole('checkbox', { name: 'Super User' })).toHaveCount(0)
    await page.getByLabel('Username').fill('carla')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(row(page, 'carla')).toContainText('Regular User')
    await row(page, 'carla')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'carla')).toHaveCount(0)
  } finally {
    await server.stop()
  }
})

test('a new user chooses a password of their own at the first sign-in, and nothing else before', async ({ page, api }) => {
  const name = unique('first')
  await api.call(users.create, { body: { username: name, password } })
  await page.goto('/login')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your password')
  await expect(page.getByText('Another user set your current password. Choose a new password to continue.')).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill('chosen-by-myself')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Movie Collection')
})

test('a new user is typed on after skipping to the content', async ({ signedIn: page }) => {
  await page.goto('/users#create-user')
  await page.getByLabel('Username').fill('grace')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue('grace')
})
