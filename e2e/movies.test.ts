import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold, refuse, refuseLate, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const question = 'Are you sure you want to delete this movie?'
const noSuchId = '01a00000-0000-7000-8000-000000000000'

test.beforeEach(({ api }) => deleteAll(api, movies))

test.describe('the movie list', () => {
  test('invites to add a film while there is none', async ({ signedIn: page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Movie Collection')
    await expect(main.getByText('Manage your movie collection with ease')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'No movies' })).toBeVisible()
    await expect(main.getByText('Get started by adding a new movie to your collection.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Add New Movie' })).toHaveAttribute('href', '/add')
    await main.getByRole('link', { name: 'Add Movie', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Add New Movie' })).toBeVisible()
    await expect(page.getByText('Fill in the details below to add a new movie to your collection.')).toBeVisible()
  })

  test('shows each film on a card with two lines of its description and ways to see, edit and delete it', async ({
    signedIn: page,
    api,
  }) => {
    const { _id } = await addMovie(api, { title: 'Nosferatu', description: 'Line after line. '.repeat(40) })
    await page.goto('/')
    const film = card(page, 'Nosferatu')
    await expect(film.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', `/movie/${_id}`)
    await expect(film.getByRole('link', { name: 'Edit Nosferatu' })).toHaveAttribute('href', `/edit/${_id}`)
    await expect(film.getByRole('button', { name: 'Delete Nosferatu' })).toBeVisible()
    const lines = await film
      .getByText('Line after line.')
      .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
    expect(lines).toBe(2)
  })

  test('has one column on a phone and four on a wide screen', async ({ signedIn: page, api }) => {
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map((title) => addMovie(api, { title })))
    await page.goto('/')
    await expect(card(page, 'A')).toBeVisible()
    const columns = () =>
      page.getByRole('list', { name: 'Movie Collection' }).evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    for (const [width, expected] of [
      [390, 1],
      [800, 2],
      [1100, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      expect(await columns(), `at ${width} px`).toBe(expected)
    }
  })

  test('that fails to load says so, and loads when tried again', async ({ signedIn: page, api }) => {
    await addMovie(api)
    const { recover } = await unreachable(page, '**/api/movies?*')
    await page.goto('/')
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch movies. Please check if the API server is running.')
    await recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'Nosferatu')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('longer than 60 loads more before its end is reached, says how many came, and lets somebody try again', async ({
    signedIn: page,
    api,
  }) => {
    const titles = Array.from({ length: 122 }, (_, number) => `Film ${number}`)
    await Promise.all(titles.map((title) => addMovie(api, { title })))
    const { recover } = await unreachable(page, '**/api/movies?*after=*')
    await page.goto('/')
    const films = page.getByRole('list', { name: 'Movie Collection' }).getByRole('listitem')
    const more = page.getByRole('button', { name: 'Show more' })
    await expect(page.getByRole('status').filter({ hasText: '122 movies' })).toBeVisible()
    await expect(films).toHaveCount(60)
    await more.scrollIntoViewIfNeeded()
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch movies. Please check if the API server is running.')
    await expect(page.getByText('60 of 122', { exact: true })).toBeVisible()

    await recover()
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: '60 more loaded: 120 of 122' })).toBeAttached()
    await expect(more, 'the focus stays where it was').toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('status').filter({ hasText: '2 more loaded: 122 of 122' })).toBeAttached()
    await expect(more).toBeHidden()
    await expect(films.last()).toHaveAttribute('aria-posinset', '122')
  })
})

test.describe('a film', () => {
  test('has a page with everything about it', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/movie/${_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nosferatu')
    await expect(page.getByText('Horror')).toBeVisible()
    await expect(page.getByText('A count travels by ship.\nThe plague travels with him.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/edit/${_id}`)
    await page.getByRole('link', { name: 'Back to Movies' }).click()
    await expect(page).toHaveURL('/')
  })

  test("that is not there says 'Movie not found'", async ({ signedIn: page }) => {
    for (const id of [noSuchId, 'nonsense']) {
      await page.goto(`/movie/${id}`)
      await expect(page.getByRole('heading', { level: 1 }), id).toHaveText('Movie not found')
      await page.getByRole('link', { name: 'Back to Movies' }).first().click()
      await expect(page, id).toHaveURL('/')
    }
  })

  test('whose page fails to load can be tried again', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    const { recover } = await refuse(page, `**/api/movies/${_id}`, 'GET', 500, { error: 'The projector is broken.' })
    await page.goto(`/movie/${_id}`)
    await expect(page.getByRole('alert')).toContainText('Failed to fetch movie details.')
    await expect(page.getByRole('alert')).toContainText('The projector is broken.')
    await recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nosferatu')
  })
})

test.describe('deleting a film', () => {
  test.beforeEach(async ({ signedIn: page, api }) => {
    await addMovie(api, { title: 'Nosferatu' })
    await addMovie(api, { title: 'Metropolis' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Delete Metropolis' }).click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName(question)
    await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription('Metropolis')
  })

  const stored = async (api: Parameters<typeof addMovie>[0]) =>
    (await api.call(movies.list, { query: {} })).map(({ title }) => title).sort()

  test('happens only after the answer: Cancel, Escape and a hasty Enter do no harm', async ({ signedIn: page, api }) => {
    const ask = page.getByRole('button', { name: 'Delete Metropolis' })
    const ways = [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Enter'),
    ]
    for (const [nth, leave] of ways.entries()) {
      if (nth > 0) await ask.click()
      await leave()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(ask).toBeFocused()
    }
    expect(await stored(api)).toEqual(['Metropolis', 'Nosferatu'])
  })

  test('takes it off the list, and Undo brings it back', async ({ signedIn: page, api }) => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(card(page, 'Metropolis')).toBeHidden()
    await expect(card(page, 'Nosferatu').getByRole('link', { name: 'View Details' })).toBeFocused()
    expect(await stored(api)).toEqual(['Nosferatu'])

    const notice = page.getByRole('region', { name: 'Notices' })
    await expect(notice).toContainText('Metropolis was deleted.')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Metropolis')).toBeVisible()
    expect(await stored(api)).toEqual(['Metropolis', 'Nosferatu'])
  })

  test('that fails says so, keeps the film, and works when tried again', async ({ signedIn: page, api }) => {
    const { recover } = await refuse(page, '**/api/movies/*', 'DELETE', 500, {})
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.')
    await expect(card(page, 'Metropolis')).toBeVisible()
    await recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'Metropolis')).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await stored(api)).toEqual(['Nosferatu'])
  })

  test('that is tried again answers no question about another film, and is told beside that', async ({ signedIn: page, api }) => {
    const [film] = await api.call(movies.list, { query: { q: 'metropolis' } })
    const dialog = page.getByRole('alertdialog')
    const broken = await refuse(page, `**/api/movies/${film!._id}`, 'DELETE', 500, {})
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.')
    await broken.recover()
    const line = await refuseLate(page, `**/api/movies/${film!._id}`, 'DELETE', 503, { error: 'The server is busy.' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
    line.release()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.The server is busy.')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Nosferatu was deleted.')
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.The server is busy.')
  })

  test('that is tried again leaves the focus to whoever types meanwhile', async ({ signedIn: page }) => {
    const broken = await refuse(page, '**/api/movies/*', 'DELETE', 500, {})
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.')
    await broken.recover()
    const line = await hold(page, '**/api/movies/*', 'DELETE')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('textbox', { name: 'Search' }).press('o')
    line.release()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Metropolis was deleted.')
    await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused()
  })

  test('that is tried again goes on where a search has left it out by then', async ({ signedIn: page, api }) => {
    const { recover } = await refuse(page, '**/api/movies/*', 'DELETE', 500, {})
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.')
    await recover()
    await page.getByRole('textbox', { name: 'Search' }).fill('nosferatu')
    await expect(card(page, 'Metropolis')).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Metropolis was deleted.')
    expect(await stored(api)).toEqual(['Nosferatu'])
  })

  test('that was done although no answer came is told as done when it is tried again', async ({ signedIn: page, api }) => {
    await page.route('**/api/movies/*', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to delete movie.')
    await expect(card(page, 'Metropolis')).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Metropolis was deleted.')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Metropolis')).toBeVisible()
    expect((await stored(api)).sort()).toEqual(['Metropolis', 'Nosferatu'])
  })

  test('keeps the focus on its way', async ({ signedIn: page }) => {
    const line = await refuseLate(page, '**/api/movies/*', 'DELETE', 500, {})
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Deleting...' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    line.release()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.')
    await expect(page.getByRole('button', { name: 'Delete Metropolis' })).toBeFocused()
  })

  test('that somebody else has changed meanwhile is refused with the reason', async ({ signedIn: page, api }) => {
    const [movie] = (await api.call(movies.list, { query: {} })).filter(({ title }) => title === 'Metropolis')
    await api.call(movies.update, { params: { id: movie!._id }, body: { ...movie!, genre: 'Science fiction' } })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to delete movie.This movie has been changed by another user.')
    await expect(card(page, 'Metropolis')).toContainText('Science fiction')
  })
})

test('a film deleted through the API is gone from every screen, and back after its restoration', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api)
  await page.goto(`/movie/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nosferatu')

  await api.call(movies.remove, { params: { id: _id } })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Movie not found')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()

  await api.call(movies.restore, { params: { id: _id } })
  await page.reload()
  await card(page, 'Nosferatu').getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nosferatu')
})
