import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { answer, expectForm, fillIn, film, save, stored } from './movie-form.ts'

test.beforeEach(({ api }) => deleteAll(api, movies))

const note = 'Your unsaved changes were restored.'
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

  test('is given up, and the form takes nothing back that others change from then on', async ({ signedIn: page, api }) => {
    const { _id, ...film } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page, { Title: 'Metropolis' })
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expectForm(page, { Title: 'Nosferatu' })
    await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Nosferatu, 1922' } })
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expectForm(page, { Title: 'Nosferatu, 1922' })
    await fillIn(page, { Genre: 'Drama' })
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: 'Nosferatu, 1922', genre: 'Drama' }])
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

test('what was typed into a duplicate is asked for before a blank form takes its place, and offered there', async ({
  signedIn: page,
  api,
}) => {
  const { _id } = await addMovie(api)
  await page.goto(`/add?from=${_id}`)
  await fillIn(page, { Title: 'Metropolis' })
  await page.getByRole('link', { name: 'Add Movie' }).click()
  await answer(page, 'Stay')
  await expectForm(page, { Title: 'Metropolis', Genre: 'Horror' })
  await page.getByRole('link', { name: 'Add Movie' }).click()
  await answer(page, 'Keep draft and leave')
  await expectForm(page, { Title: '', Genre: '' })
  await offer(page).getByRole('button', { name: 'Continue' }).click()
  await expectForm(page, { Title: 'Metropolis', Genre: 'Horror' })
})

test('whoever skips to the content and types there is asked as well', async ({ signedIn: page }) => {
  await page.goto('/add')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/add#main')
  await fillIn(page, { Title: 'Metropolis' })
  await page.getByRole('link', { name: 'Back to Movies' }).click()
  await answer(page, 'Stay')
  await expectForm(page, { Title: 'Metropolis' })
})

test('whoever comes back before the next screen was there has the form again, and is asked again', async ({ signedIn: page }) => {
  await page.route('**/assets/NewsList*', (route) => route.abort())
  await page.goto('/add')
  await fillIn(page, { Title: 'Metropolis' })
  await page.route('**/assets/NewsList*', () => {})
  for (let times = 0; times < 2; times++) {
    await page.getByRole('link', { name: 'News' }).first().click()
    await answer(page, 'Keep draft and leave')
    await expect(page).toHaveURL('/news')
    await page.goBack()
    await expectForm(page, { Title: 'Metropolis' })
  }
})

test('a form opens although nobody tells whether the pictures of its draft are still there', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api)
  const { _id } = await addMovie(api, { image: url })
  await page.goto(`/edit/${_id}`)
  await fillIn(page, { Title: 'Metropolis' })
  await page.getByRole('link', { name: 'Cancel' }).click()
  await answer(page, 'Keep draft and leave')
  await page.route('**/media/**', (route) => (route.request().method() === 'HEAD' ? undefined : route.fallback()))
  await page.goto(`/edit/${_id}`)
  await expectForm(page, { Title: 'Metropolis' })
  await expect(page.getByRole('group', { name: 'Cover image' }).getByRole('img')).toHaveAttribute('src', url)
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
