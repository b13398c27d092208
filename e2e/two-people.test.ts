import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { movies } from '#contract/movies.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { users } from '#contract/users.ts'
import { type Api, addPerson, signIn } from './api.ts'
import { addBooking, addBranch, addImage, addMovie, addPromoCode, deleteAll } from './chain.ts'
import { hold, refuseLate } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { expectForm, fillIn, save, stored } from './movie-form.ts'

// What two people make of one record: the second one has it open in a form while the first one saves.

const anna = { username: 'anna', password: 'a-password-of-her-own' }

/** Calls of somebody else, whose name stands in the history. */
async function annaAt(url: string, api: Api): Promise<Api> {
  const known = await api.call(users.list, { query: {} })
  if (!known.some(({ username }) => username === anna.username)) await addPerson(api, { ...anna, isSuperUser: false })
  return signIn(url, anna)
}

test.beforeEach(({ api }) => deleteAll(api, movies))

const notice = (page: Page) => page.getByRole('region', { name: 'Notices' })
const panel = (page: Page) => page.getByRole('region', { name: 'Two versions' })
const version = (page: Page, field: string, whose: string | RegExp) =>
  panel(page).getByRole('group', { name: field }).getByRole('radio', { name: whose })

test('two people edit one film: different fields are merged by themselves, and the same one is chosen with one click', async ({
  signedIn: page,
  api,
  server,
  axe,
}) => {
  const other = await annaAt(server.url, api)
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu', description: 'He comes by ship.' })
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Nosferatu, 1922' })
  await other.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Drama' } })
  await save(page)
  await expect(page).toHaveURL('/')
  await expect(notice(page)).toContainText('Nosferatu, 1922 was saved. Changes by anna were kept too: Genre.')
  expect(await stored(api)).toMatchObject([{ title: 'Nosferatu, 1922', genre: 'Drama', version: 3 }])

  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Nosferatu', Description: 'He comes by night.' })
  const [now] = await stored(api)
  await other.call(movies.update, {
    params: { id: _id },
    body: { ...now, ...film, title: 'Nosferatu, 1922', description: 'He comes by train.', genre: 'Horror' },
  })
  await save(page)
  await expect(panel(page)).toContainText('anna changed this movie while you were editing.')
  await expect(panel(page)).toBeFocused()
  await expect(panel(page).getByRole('group')).toHaveCount(1)
  await expect(panel(page).locator('mark')).toHaveText(['train', 'night'])
  await axe()
  expect(await stored(api)).toMatchObject([{ description: 'He comes by train.', version: 4 }])
  await save(page)
  await expect(version(page, 'Description', 'Saved by anna')).toBeFocused()
  await page.keyboard.press('Space')
  await expectForm(page, { Title: 'Nosferatu', Genre: 'Horror', Description: 'He comes by train.' })
  await save(page)
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Nosferatu', genre: 'Horror', description: 'He comes by train.', version: 5 }])
})

test('nothing typed is lost while somebody chooses: it comes back, may be typed on, and meets a third version', async ({
  signedIn: page,
  api,
  server,
}) => {
  const other = await annaAt(server.url, api)
  const { _id, ...film } = await addMovie(api)
  const saveTheirs = (title: string, genre = film.genre) =>
    other.call(movies.update, { params: { id: _id }, body: { ...film, title, genre } })
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Mine' })
  await saveTheirs('Theirs')
  await save(page)
  await version(page, 'Title', 'Saved by anna').check()
  await expectForm(page, { Title: 'Theirs' })
  await version(page, 'Title', 'Your version').check()
  await expectForm(page, { Title: 'Mine' })
  await fillIn(page, { Title: 'Mine, at last' })
  await expect(version(page, 'Title', 'Your version')).toBeChecked()
  await page.reload()
  await expectForm(page, { Title: 'Mine, at last' })
  await save(page)
  await version(page, 'Title', 'Your version').check()
  await saveTheirs('Theirs again', 'Comedy')
  await save(page)
  await expect(version(page, 'Title', 'Your version')).not.toBeChecked()
  await version(page, 'Title', 'Your version').check()
  await save(page)
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Mine, at last', genre: 'Comedy' }])
})

test('who reloads before choosing is asked again, and overwrites nothing', async ({ signedIn: page, api, server }) => {
  const other = await annaAt(server.url, api)
  const { _id, ...film } = await addMovie(api)
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Mine' })
  await other.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Theirs', genre: 'Drama' } })
  await save(page)
  await expect(panel(page)).toContainText('anna changed this movie while you were editing.')
  await page.reload()
  await expectForm(page, { Title: 'Mine', Genre: 'Drama' })
  await save(page)
  await expect(version(page, 'Title', 'Your version')).not.toBeChecked()
  expect(await stored(api)).toMatchObject([{ title: 'Theirs', genre: 'Drama', version: 2 }])
  await version(page, 'Title', 'Saved by anna').check()
  await save(page)
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Theirs', genre: 'Drama' }])
})

test('what is typed while another version is being taken in goes out with it', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu' })
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Nosferatu, 1922' })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Drama' } })
  const versions = await hold(page, `**/api/movies/${_id}/history*`)
  const asked = page.waitForRequest(`**/api/movies/${_id}/history*`)
  await save(page)
  await asked
  await fillIn(page, { Description: 'He comes by night.' })
  versions.release()
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Nosferatu, 1922', genre: 'Drama', description: 'He comes by night.' }])
})

test('what others have changed twice while it was being saved is told, all of it', async ({ signedIn: page, server, api }) => {
  const other = await annaAt(server.url, api)
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu' })
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Nosferatu, 1922' })
  const theirs = [{ genre: 'Drama' }, { genre: 'Drama', description: 'He comes by train.' }]
  await page.route(`**/api/movies/${_id}`, async (route) => {
    const more = route.request().method() === 'PUT' ? theirs.shift() : undefined
    if (more) await other.call(movies.update, { params: { id: _id }, body: { ...film, ...more } })
    await route.fallback()
  })
  await save(page)
  await expect(notice(page)).toContainText('Nosferatu, 1922 was saved. Changes by anna were kept too: Genre, Description.')
})

test('pictures that both have added are all there', async ({ signedIn: page, api }) => {
  await deleteAll(api, branches)
  const [one, theirs] = [await addImage(api, 'one.png'), await addImage(api, 'theirs.png')]
  const mine = await addImage(api, 'mine.png')
  const { _id, ...branch } = await addBranch(api, { images: [one.url] })
  await page.goto(`/branches/edit/${_id}`)
  await page.getByRole('button', { name: 'Add images' }).click()
  await page.getByRole('dialog').getByRole('button', { name: mine.name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await api.call(branches.update, { params: { id: _id }, body: { ...branch, images: [theirs.url, one.url] } })
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(notice(page)).toContainText('were kept too: Images.')
  expect(await api.call(branches.list, { query: {} })).toMatchObject([{ images: [theirs.url, one.url, mine.url] }])
})

test('what two people made of it together and nobody may store is told, and mended in the form', async ({
  signedIn: page,
  api,
  server,
}) => {
  const other = await annaAt(server.url, api)
  await deleteAll(api, promoCodes)
  const { _id, ...code } = await addPromoCode(api, { code: 'MATINEE', firstDay: '2026-11-01', lastDay: '' })
  await page.goto(`/bookings/promo-codes/edit/${_id}`)
  await page.getByLabel('Last day').fill('2026-11-20')
  await other.call(promoCodes.update, { params: { id: _id }, body: { ...code, firstDay: '2026-11-25' } })
  await page.getByRole('button', { name: 'Update promo code' }).click()
  await expect(page.getByText('The last day must not be before the first day.')).toBeVisible()
  await expect(page.getByText('Changes by anna are in the form too: First day.')).toBeVisible()
  await page.getByLabel('Last day').fill('2037-11-30')
  await page.getByRole('button', { name: 'Update promo code' }).click()
  await expect(notice(page)).toContainText('MATINEE was saved.')
  expect(await api.call(promoCodes.list, { query: {} })).toMatchObject([{ firstDay: '2026-11-25', lastDay: '2037-11-30' }])
})

test('a discount goes with the promo code that is chosen', async ({ signedIn: page, api }) => {
  for (const each of [bookings, promoCodes, branches]) await deleteAll(api, each)
  await addBranch(api)
  for (const [code, percentage] of [
    ['FIVE', 5],
    ['TEN', 10],
    ['TWENTY', 20],
  ] as const)
    await addPromoCode(api, { code, percentage })
  const { _id, ...booking } = await addBooking(api, { promoCode: 'FIVE' })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await page.getByLabel('Promo Code').fill('TEN')
  await api.call(bookings.update, { params: { id: _id }, body: { ...booking, promoCode: 'TWENTY', fullName: 'Grace Hopper' } })
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(panel(page).getByRole('group')).toHaveCount(1)
  await version(page, 'Promo code', /^Saved by/).check()
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(notice(page)).toContainText('was saved.')
  expect(await api.call(bookings.list, { query: {} })).toMatchObject([
    { promoCode: 'TWENTY', discountPercentage: 20, fullName: 'Grace Hopper' },
  ])
})

test('a change that somebody else has made as well is not made twice', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api)
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Nosferatu, 1922' })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Nosferatu, 1922' } })
  await save(page)
  await expect(notice(page)).toContainText('Nosferatu, 1922 was saved.')
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Nosferatu, 1922', version: 2 }])
})

test.describe('a film that was deleted while it was in the form', () => {
  const deleted = (page: Page) => page.getByRole('alert').filter({ hasText: /^Another user has (deleted|permanently erased) this movie/ })

  test('is restored and saved, on another day as well, with what had been changed before', async ({ signedIn: page, api }) => {
    const { _id, ...film } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Mine' })
    await api.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Drama' } })
    await api.call(movies.remove, { params: { id: _id } })
    await page.reload()
    await expect(deleted(page)).toContainText('deleted this movie. Your changes are still here.')
    await expectForm(page, { Title: 'Mine' })
    await page.getByRole('button', { name: 'Restore and save' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: 'Mine', genre: 'Drama', version: 5 }])
  })

  test('and can’t be restored stays in the form, where the focus was; whoever has left that is told', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Mine' })
    await api.call(movies.remove, { params: { id: _id } })
    await save(page)
    const restore = page.getByRole('button', { name: 'Restore and save' })
    const first = await refuseLate(page, /restoration$/, 'POST', 503, { error: 'The server is busy.' })
    await restore.press('Enter')
    await expect(restore).toBeDisabled()
    await page.keyboard.press('Enter')
    first.release()
    await expect(deleted(page)).toContainText("The movie couldn't be restored. The server is busy.")
    await expect(restore).toBeFocused()
    await first.recover()
    const second = await refuseLate(page, /restoration$/, 'POST', 503, { error: 'The server is busy.' })
    await restore.press('Enter')
    await page.getByRole('link', { name: 'News', exact: true }).click()
    await expect(page).toHaveURL('/news')
    second.release()
    const notice = page.getByRole('region', { name: 'Notices' })
    await expect(notice).toContainText('Failed to update movie.')
    await second.recover()
    await notice.getByRole('button', { name: 'Back to the form' }).click()
    await expectForm(page, { Title: 'Mine' })
    await restore.click()
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: 'Mine' }])
  })

  test('is saved as a new one where it is gone for good', async ({ signedIn: page, api, axe }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Mine' })
    await api.call(movies.remove, { params: { id: _id } })
    await api.call(movies.erase, { params: { id: _id } })
    await save(page)
    await expect(deleted(page)).toBeVisible()
    await axe()
    await page.getByRole('button', { name: 'Restore and save' }).click()
    await expect(deleted(page)).toContainText('permanently erased')
    await page.getByRole('button', { name: 'Save as new' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: 'Mine', genre: 'Horror', version: 1 }])
  })
})
