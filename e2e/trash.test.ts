import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { users } from '#contract/users.ts'
import { addMovie, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Trash' }).getByRole('listitem')

test.beforeEach(({ api }) => deleteAll(api, movies))

test('a film that was deleted is found a day later, by whom and when, and brought back, with the way back from that', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { _id } = await addMovie(api, { title: 'Nosferatu' })
  await addMovie(api, { title: 'Metropolis' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL('/?trash=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await page.getByRole('textbox', { name: 'Search' }).fill('nosf')
  const row = rows(page)
    .filter({ has: page.getByRole('heading', { name: 'Nosferatu', exact: true }) })
    .first()
  await expect(row).toContainText('Deleted just now by admin')
  await axe()
  await page.reload()
  await row.getByRole('button', { name: 'Restore Nosferatu' }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Nosferatu was restored.')
  await page.getByRole('link', { name: 'Back to all movies' }).click()
  const films = page.getByRole('list', { name: 'Movie Collection' })
  await expect(films.getByRole('heading', { name: 'Nosferatu' })).toBeVisible()
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(films.getByRole('heading')).toHaveText(['Metropolis'])
})

test('several are brought back together', async ({ signedIn: page, api }) => {
  for (const title of ['Kid A', 'Kid B', 'Kid C']) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  await page.goto('/?trash=1&q=kid')
  await expect(rows(page).first()).toBeVisible()
  for (const name of ['Kid A', 'Kid B'])
    await page
      .getByRole('checkbox', { name: `Choose ${name}` })
      .first()
      .check()
  await page.getByRole('button', { name: 'Restore 2', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('2 were restored.')
  await page.goto('/?q=kid')
  await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['Kid B', 'Kid A'])
})

test('a promo code whose letters were taken meanwhile says so, and shows the one that has them', async ({ signedIn: page, api }) => {
  const { _id } = await addPromoCode(api, { code: 'TAKEN' })
  await api.call(promoCodes.remove, { params: { id: _id } })
  await addPromoCode(api, { code: 'TAKEN' })
  await page.goto('/bookings/promo-codes?trash=1')
  await page.getByRole('button', { name: 'Restore TAKEN' }).click()
  await expect(page.getByRole('alert')).toContainText('There is already a promo code with this code.')
  await page.getByRole('link', { name: 'Show the one that has it' }).click()
  await expect(page).toHaveURL('/bookings/promo-codes?q=TAKEN')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['TAKEN'])
})

test('whoever erases something for good types its name', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Häxan' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=haxan')
  await page.getByRole('button', { name: 'Erase Häxan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Häxan for good?' })
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill('Häxan')
  await erase.click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Häxan was erased for good.')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('nobody is offered to erase who may not', async ({ page, api }) => {
  await api.call(users.create, { body: { username: 'trash-staff', password: 'a-long-enough-password', isSuperUser: false } })
  const { _id } = await addMovie(api, { title: 'Vampyr' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Username' }).fill('trash-staff')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Movie Collection' })).toBeVisible()
  await page.goto('/?trash=1&q=vampyr')
  await expect(page.getByRole('button', { name: 'Restore Vampyr' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase Vampyr' })).toBeHidden()
})
