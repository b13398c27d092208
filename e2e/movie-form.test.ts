import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { holdClock } from './clock.ts'
import { hold, refuse, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { columns, expectForm, fillIn, film, save, stored } from './movie-form.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.beforeEach(({ api }) => deleteAll(api, movies))

test.describe('a form that is not right', () => {
  test('says under each input what is missing, goes to the first, and sends nothing', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await save(page)
    for (const [label, message] of [
      ['Title', 'Title is required.'],
      ['Genre', 'Genre is required.'],
      ['Description', 'Description is required.'],
      ['Trailer URL', 'Trailer URL is required.'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
      await expect(page.getByText(message)).toBeVisible()
    }
    await expect(page.getByLabel('Title')).toBeFocused()
    expect(await stored(api)).toEqual([])
  })

  test('a message goes as soon as its input is right', async ({ signedIn: page }) => {
    await page.goto('/add')
    await save(page)
    await page.getByLabel('Title').fill('M')
    await expect(page.getByText('Title is required.')).toBeHidden()
    await expect(page.getByText('Genre is required.')).toBeVisible()
  })

  test('what is no web address is no trailer', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    for (const address of ['metropolis', 'javascript:alert(1)', 'data:text/html,hello', '/trailers/1']) {
      await fillIn(page, { ...film, 'Trailer URL': address })
      await save(page)
      await expect(page.getByText('This is not a valid web address.'), address).toBeVisible()
      await expect(page.getByLabel('Trailer URL'), address).toBeFocused()
      await fillIn(page)
      await expect(page.getByText('This is not a valid web address.'), address).toBeHidden()
    }
    expect(await stored(api)).toEqual([])
  })

  test('what only the server refuses lands on its input too, and everything typed stays', async ({ signedIn: page }) => {
    await refuse(page, '**/api/movies', 'POST', 422, {
      error: 'There is no such genre.',
      code: 'invalid',
      fields: { genre: 'There is no such genre.' },
    })
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await expect(page.getByLabel('Genre')).toHaveAccessibleDescription('There is no such genre.')
    await expect(page.getByLabel('Genre')).toBeFocused()
    await expect(page.getByRole('alert')).toContainText('Failed to create movie. Please try again.')
    await expectForm(page)
  })
})

test.describe('a save that fails keeps everything typed and works when tried again:', () => {
  const createFailed = 'Failed to create movie. Please try again.'
  const updateFailed = 'Failed to update movie. Please try again.'

  test('no server, on adding', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await fillIn(page)
    const { recover } = await unreachable(page, '**/api/movies', 'POST')
    await save(page)
    await expect(page.getByRole('alert')).toHaveText(createFailed)
    await expectForm(page)
    await recover()
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([columns])
  })

  test('no server, on editing', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page)
    const { recover } = await unreachable(page, '**/api/movies/*', 'PUT')
    await save(page)
    await expect(page.getByRole('alert')).toHaveText(updateFailed)
    await expectForm(page)
    await recover()
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([columns])
  })

  test('a broken server, whose sentence is shown', async ({ signedIn: page }) => {
    await page.goto('/add')
    await fillIn(page)
    const { recover } = await refuse(page, '**/api/movies', 'POST', 507, {
      error: 'The server has no space left. Nothing was saved.',
    })
    await save(page)
    await expect(page.getByRole('alert')).toHaveText(`${createFailed}The server has no space left. Nothing was saved.`)
    await expectForm(page)
    await recover()
    await save(page)
    await expect(page).toHaveURL('/')
  })

  test("a proxy's error page", async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    await fillIn(page)
    await refuse(page, '**/api/movies/*', 'PUT', 502, '<h1>Bad Gateway</h1>')
    await save(page)
    await expect(page.getByRole('alert')).toHaveText(updateFailed)
    await expectForm(page)
  })

  test('no answer for 10 seconds', async ({ signedIn: page }) => {
    await holdClock(page)
    await page.goto('/add')
    await fillIn(page)
    await hold(page, '**/api/movies', 'POST')
    await save(page)
    await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeVisible()
    await page.clock.fastForward(9_000)
    await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    await page.clock.fastForward(1_000)
    await expect(page.getByRole('alert')).toHaveText(createFailed)
    await expectForm(page)
  })
})

test('adding a film leads back to the list, which has it first', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Nosferatu' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Add New Movie' }).click()
  await expect(heading(page)).toHaveText('Add New Movie')
  await expect(page.getByRole('link', { name: 'Back to Movies' })).toHaveAttribute('href', '/')
  await expect(page.getByLabel('Trailer URL')).toHaveAttribute('placeholder', /embed/)
  await fillIn(page)
  await save(page)
  await expect(heading(page)).toHaveText('Movie Collection')
  await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['Metropolis', 'Nosferatu'])
  expect(await stored(api)).toMatchObject([{ ...columns, image: '' }, { title: 'Nosferatu' }])
})

test('two hasty clicks on Save add one film', async ({ signedIn: page, api }) => {
  await page.goto('/add')
  await fillIn(page)
  const create = await hold(page, '**/api/movies', 'POST')
  await page.getByRole('button', { name: 'Save Movie' }).dblclick({ force: true })
  await page.getByRole('button', { name: 'Saving Changes...' }).click({ force: true })
  create.release()
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toHaveLength(1)
})

test('editing starts from what the card knows and changes only what was changed', async ({ signedIn: page, api }) => {
  const before = await addMovie(api)
  await page.goto('/')
  const read = await hold(page, `**/api/movies/${before._id}`)
  await page.getByRole('link', { name: 'Edit Nosferatu' }).click()
  await expect(heading(page)).toHaveText('Edit Movie')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(before.title)
  read.release()
  await expect(page.getByRole('link', { name: 'Back to Movies' })).toBeVisible()
  await expectForm(page, { Title: before.title, Genre: before.genre, Description: before.description, 'Trailer URL': before.trailerUrl })
  await fillIn(page, { Genre: 'Classic' })
  await save(page)
  await expect(page).toHaveURL('/')
  const { updatedAt: _, ...kept } = before
  expect(await stored(api)).toMatchObject([{ ...kept, genre: 'Classic', version: 2 }])
})

test('editing a film that is not there goes to the list and says why', async ({ signedIn: page }) => {
  await page.goto('/livez')
  await page.goto('/edit/01a00000-0000-7000-8000-000000000000')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Failed to fetch movie details.')
  await page.goBack()
  await expect(page).toHaveURL('/livez')
})

test('genres in use are offered, and one genre is one entry of the filter however it was typed', async ({ signedIn: page, api }) => {
  for (const genre of ['Comédie', 'Comédie'.normalize('NFD'), 'Comédie dramatique', 'Comédie\u00a0dramatique', 'Comédie  dramatique'])
    await addMovie(api, { title: 'Playtime', genre })
  await page.goto('/add')
  const offered = () =>
    page.getByLabel('Genre').evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value))
  await expect.poll(async () => (await offered()).filter((genre) => genre.startsWith('Com'))).toEqual(['Comédie', 'Comédie dramatique'])
  await page.goto('/')
  await expect(page.getByLabel('Genre').getByRole('option', { name: /^Com/ })).toHaveText(['Comédie', 'Comédie dramatique'])
  await page.goto(`/?genre=${encodeURIComponent('Comédie\u00a0dramatique'.normalize('NFD'))}`)
  await expect(page.getByText('3 movies')).toBeVisible()
})
