import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { session } from '#contract/session.ts'
import { addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { answer, columns, expectForm, fillIn, film, save, stored } from './movie-form.ts'
import { admin } from './server.ts'

test.beforeEach(({ api }) => deleteAll(api, movies))

const note = 'Your unsaved changes are back.'
const offer = (page: Page, what = 'movie') => page.getByRole('status').filter({ hasText: `You have an unsaved ${what} from` })

test.describe('what was typed and not saved', () => {
  test('survives a reload, until it is discarded', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Metropolis' })
    await page.reload()
    await expect(page.getByText(note)).toBeVisible()
    await expectForm(page, { Title: 'Metropolis', Genre: 'Horror' })
    await page.getByRole('button', { name: 'Discard' }).click()
    await expectForm(page, { Title: 'Nosferatu' })
    await page.reload()
    await expectForm(page, { Title: 'Nosferatu' })
    await expect(page.getByText(note)).toBeHidden()
  })

  test('survives a session that ends, and is saved after signing in again', async ({ signedIn: page, api, server }) => {
    await page.goto('/add')
    await fillIn(page)
    await api.call(session.signOut)
    await save(page)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/add')
    await expectForm(page, { Title: '' })
    await offer(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(note)).toBeVisible()
    await expectForm(page)
    await save(page)
    await expect(page).toHaveURL('/')
    const list = await fetch(`${server.url}/api/movies`)
    expect(await list.json()).toMatchObject([columns])

    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await expectForm(page, { Title: '' })
  })

  test('is given up with Cancel', async ({ signedIn: page }) => {
    await page.goto('/add')
    await fillIn(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await answer(page, 'Discard')
    await expect(page).toHaveURL('/')
    await page.goto('/add')
    await expectForm(page, { Title: '' })
  })
})

test.describe('what was left in the form for a new film', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await page.goto('/add')
    await fillIn(page, { Title: 'Metropolis' })
    await page.getByRole('link', { name: 'Back to Movies' }).click()
    await answer(page, 'Keep draft and leave')
    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await expectForm(page, { Title: '' })
  })

  test('is offered with its time, and goes on when asked for', async ({ signedIn: page, axe }) => {
    await expect(offer(page)).toHaveText(/^You have an unsaved movie from \d\d:\d\d\./)
    await axe()
    await offer(page).getByRole('button', { name: 'Continue' }).click()
    await expectForm(page, { Title: 'Metropolis' })
    await expect(page.getByLabel('Title', { exact: true }), 'the button is gone, and the focus not with it').toBeFocused()
    await fillIn(page, { Genre: 'Science fiction' })
    await page.reload()
    await offer(page).getByRole('button', { name: 'Continue' }).click()
    await expectForm(page, { Title: 'Metropolis', Genre: 'Science fiction' })
  })

  test('is discarded when asked to, without what was typed instead', async ({ signedIn: page }) => {
    await fillIn(page, { Title: 'Faust' })
    await offer(page).getByRole('button', { name: 'Discard' }).click()
    await expectForm(page, { Title: 'Faust' })
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await answer(page, 'Discard')
    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await expectForm(page, { Title: '' })
    await expect(offer(page)).toBeHidden()
  })

  test('is offered again after another film was saved first', async ({ signedIn: page }) => {
    await fillIn(page, { ...film, Title: 'Faust' })
    await save(page)
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await offer(page).getByRole('button', { name: 'Continue' }).click()
    await expectForm(page, { Title: 'Metropolis', Genre: '' })
  })
})

test.describe('two people who edit the same film', () => {
  test.beforeEach(async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Mine' })
    await api.call(movies.update, { params: { id: _id }, body: { ...columns, title: 'Theirs', image: '' } })
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Somebody else changed this in the meantime.')
    expect(await stored(api)).toMatchObject([{ title: 'Theirs' }])
  })

  test('the second may keep their own changes', async ({ signedIn: page, api }) => {
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: 'Mine', genre: 'Horror', version: 3 }])
  })

  test('the second is still asked after a reload: what was typed comes back with the version it started from', async ({
    signedIn: page,
    api,
  }) => {
    await page.reload()
    await expect(page.getByText(note)).toBeVisible()
    await expectForm(page, { Title: 'Mine' })
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Somebody else changed this in the meantime.')
    expect(await stored(api)).toMatchObject([{ title: 'Theirs', version: 2 }])
  })

  test('the second may go on with what the first has saved', async ({ signedIn: page, api }) => {
    await page.getByRole('button', { name: 'Use the current version' }).click()
    await expectForm(page, { ...film, Title: 'Theirs' })
    await expect(page.getByRole('alert')).toBeHidden()
    await fillIn(page, { Title: 'Ours' })
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ ...columns, title: 'Ours', version: 3 }])
  })
})
