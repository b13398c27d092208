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
  const { _id } = await addMovie(api, { title: 'Lost Reel' })
  await addMovie(api, { title: 'Metropolis' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL('/?trash=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await page.getByRole('textbox', { name: 'Search' }).fill('lost re')
  // Other journeys have left what they deleted: names here are nobody else's.
  const row = rows(page).filter({ has: page.getByRole('heading', { name: 'Lost Reel', exact: true }) })

  await expect(row).toContainText('Deleted just now by admin')
  await axe()
  await page.reload()
  await row.getByRole('button', { name: 'Restore Lost Reel' }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Lost Reel was restored.')
  await page.getByRole('link', { name: 'Back to all movies' }).click()
  const films = page.getByRole('list', { name: 'Movie Collection' })
  await expect(films.getByRole('heading', { name: 'Lost Reel' })).toBeVisible()
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(films.getByRole('heading')).toHaveText(['Metropolis'])
})

test('a list that nothing is left in leads there as well', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'The Only One' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore The Only One' }).click()
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['The Only One'])
})

test('several are brought back together', async ({ signedIn: page, api }) => {
  for (const title of ['Binned A', 'Binned B', 'Binned C']) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  await page.goto('/?trash=1&q=binned')
  await expect(rows(page).first()).toBeVisible()
  for (const name of ['Binned A', 'Binned B']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('button', { name: 'Restore 2', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('2 were restored.')
  await page.goto('/?q=binned')
  await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['Binned B', 'Binned A'])
})

test('a promo code whose letters were taken meanwhile says so, and shows the one that has them', async ({ signedIn: page, api }) => {
  const { _id } = await addPromoCode(api, { code: 'TRASHED' })
  await api.call(promoCodes.remove, { params: { id: _id } })
  await addPromoCode(api, { code: 'TRASHED' })
  await page.goto('/bookings/promo-codes?trash=1')
  await page.getByRole('button', { name: 'Restore TRASHED' }).click()
  await expect(page.getByRole('alert')).toContainText('There is already a promo code with this code.')
  await page.getByRole('link', { name: 'Show the one that has it' }).click()
  await expect(page).toHaveURL('/bookings/promo-codes?q=TRASHED')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['TRASHED'])
})

test('whoever erases something for good types its name', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Burnt Print' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=burnt')
  await page.getByRole('button', { name: 'Erase Burnt Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Burnt Print for good?' })
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill('Burnt Print')
  await erase.click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Burnt Print was erased for good.')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
})

test('nobody is offered to erase who may not', async ({ page, api }) => {
  await api.call(users.create, { body: { username: 'trash-staff', password: 'a-long-enough-password', isSuperUser: false } })
  const { _id } = await addMovie(api, { title: 'Not Theirs' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Username' }).fill('trash-staff')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Movie Collection' })).toBeVisible()
  await page.goto('/?trash=1&q=theirs')
  await expect(page.getByRole('button', { name: 'Restore Not Theirs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase Not Theirs' })).toBeHidden()
})
