import type { Locator, Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { movies } from '#contract/movies.ts'
import { addPerson, signIn } from './api.ts'
import { addBooking, addBranch, addMovie } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keys.ts'

let made = 0
const unique = (word: string) => `${word}-${process.pid}-${++made}`
const password = 'a-long-enough-password'

const lines = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a person reads the activity with a keyboard alone, and gets from a line to its film in the trash', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const title = unique('Keyboard Film')
  const { _id } = await addMovie(api, { title })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/users')
  await tabTo(page, page.getByRole('link', { name: 'Activity' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await expect(lines(page).first()).toContainText(`admin deleted the movie ${title}`)
  await axe()

  await chooseByKeys(page, page.getByRole('combobox', { name: 'User' }), 'admin')
  await expect(page).toHaveURL(/tab=activity&byName=admin$/)
  await tabTo(page, page.getByRole('button', { name: 'Filters', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Deleted', exact: true }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/byName=admin&kind=delete$/)
  await expect(page.getByRole('button', { name: 'Deleted', exact: true, pressed: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lines(page).filter({ hasNotText: 'admin deleted' })).toHaveCount(0)
  await page.reload()
  await tabTo(page, lines(page).first().getByRole('link', { name: title }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
})

test('a super user sees everybody, others themselves; what was erased says so without saying whom', async ({
  page,
  signedIn,
  api,
  server,
}) => {
  const [name, guest] = [unique('anna'), unique('Guest')]
  await addPerson(api, { username: name, password })
  await expect(signIn(server.url, { username: name, password: 'not-the-password' })).rejects.toThrow(/401/)
  const { name: branchName } = await addBranch(api, { name: unique('Branch') })
  const { _id } = await addBooking(api, { fullName: guest, branchName })
  await api.call(bookings.remove, { params: { id: _id } })
  await api.call(bookings.erase, { params: { id: _id } })
  const anna = await signIn(server.url, { username: name, password })
  await signedIn.goto('/users?tab=activity')
  for (const sentence of [
    'admin permanently erased a booking',
    'admin added a booking that has since been erased',
    `admin added the user ${name}`,
    `Failed sign-in as ${name}`,
    `${name} signed in`,
  ])
    await expect(lines(page).filter({ hasText: sentence }).first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(guest)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^activity-.*\.csv$/)

  await page.evaluate((token) => localStorage.setItem('authToken', token), anna.token)
  await page.goto('/users?tab=activity')
  await expect(page.getByText('Your actions, newest first')).toBeVisible()
  await expect(lines(page)).toHaveText([/signed in/, /Failed sign-in as/, /signed out/, /changed their password/, /signed in/])
  await expect(page.getByRole('combobox', { name: 'User' }).getByRole('option')).toHaveText(['User', name])
})

/** A menu of the browser's own is chosen from by the letters of what it offers. */
async function chooseByKeys(page: Page, menu: Locator, text: string) {
  await tabTo(page, menu)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
