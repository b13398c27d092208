import type { Page, Request } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { expectForm, fillIn, film, save, stored } from './movie-form.ts'

test.beforeEach(({ api }) => deleteAll(api, movies))

const notice = (page: Page, words: string) => page.getByRole('region', { name: 'Notices' }).getByText(words)
const undo = (page: Page) => page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
const titles = async (api: Parameters<typeof stored>[0]) => (await stored(api)).map(({ title }) => title)

test.describe('an answer that is lost on its way', () => {
  /** The server does what it is asked, and the page never hears of it; or hears only the beginning. Gives the names that were sent. */
  async function loseAnswer(page: Page, address: string, cut = false) {
    const names: (string | undefined)[] = []
    const note = (request: Request) => names.push(request.headers()['idempotency-key'])
    page.on('request', (request) => request.method() === 'POST' && new URL(request.url()).pathname.match(/^\/api\/movies/) && note(request))
    await page.route(
      address,
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        const response = await route.fetch()
        if (!cut) return route.abort('connectionreset')
        await route.fulfill({ response, body: (await response.text()).slice(0, 40) })
        await page.unroute(address)
      },
      cut ? {} : { times: 1 },
    )
    return names
  }

  for (const cut of [false, true]) {
    test(`${cut ? 'halfway' : 'wholly'} makes no second record when Save is pressed again`, async ({ signedIn: page, api }) => {
      const names = await loseAnswer(page, '**/api/movies', cut)
      await page.goto('/add')
      await fillIn(page)
      await save(page)
      await expect(page.getByRole('alert')).toContainText('Failed to create movie. Please try again.')
      expect(await titles(api)).toEqual([film.Title])
      await save(page)
      await expect(page).toHaveURL('/')
      expect(await titles(api)).toEqual([film.Title])
      expect(names[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(names[1]).toBe(names[0])
    })
  }

  test('is one thing, also where it is changed before Save is pressed again; the same film once more is another', async ({
    signedIn: page,
    api,
  }) => {
    const names = await loseAnswer(page, '**/api/movies')
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await fillIn(page, { Title: 'Faust' })
    await save(page)
    await expect(page).toHaveURL('/')
    for (let again = 0; again < 2; again++) {
      await page.getByRole('link', { name: 'Add New Movie' }).click()
      await fillIn(page, { ...film, Title: 'Twin' })
      await save(page)
      await expect(page).toHaveURL('/')
    }
    expect((await titles(api)).sort()).toEqual(['Faust', 'Twin', 'Twin'])
    expect(new Set(names).size).toBe(3)
  })

  test('and whose change then fails goes on in the form that edits it', async ({ signedIn: page, api }) => {
    await loseAnswer(page, '**/api/movies')
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await fillIn(page, { Title: 'Faust' })
    await page.route('**/api/movies/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()), { times: 1 })
    await save(page)
    await expect(notice(page, 'Failed to update movie. Please try again.')).toBeVisible()
    await expect(page).toHaveURL(/\/edit\//)
    await expectForm(page, { ...film, Title: 'Faust' })
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await titles(api)).toEqual(['Faust'])
  })

  test('does not keep a film that is deleted again from coming back', async ({ signedIn: page, api }) => {
    await addMovie(api)
    await page.goto('/')
    await loseAnswer(page, '**/api/movies/*/restoration')
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByRole('button', { name: 'Delete Nosferatu' })).toBeHidden()
    }
    await remove()
    await undo(page)
    await expect(notice(page, "couldn't be restored.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete Nosferatu' })).toBeVisible()
    await remove()
    await undo(page)
    await expect.poll(() => titles(api)).toEqual(['Nosferatu'])
  })
})
