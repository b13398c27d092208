import type { Page } from '@playwright/test'
import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import type { Api } from './api.ts'
import { refuse, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { type Texts, texts } from './specification/texts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** What movies, branches, news and menu items have in common, with what the specification says of each. */
type Content = {
  /** The path of the list, in the web app and in the API. */
  list: string
  api: string
  add: string
  /** The screen of one item, and the link back. */
  detail?: { of: (id: string) => string; back: string }
  empty: { title: string; link: string }
  texts: Texts
  /** Stores one called `name`. */
  make: (api: Api, name: string) => Promise<{ _id: string }>
}

const embed = 'https://www.youtube.com/embed/PqZeFBbDHhs'
const map = 'https://maps.app.goo.gl/abc'
const nowhere = '01940000-0000-7000-8000-000000000000'

const contents: Record<string, Content> = {
  movies: {
    list: '/',
    api: '/api/movies',
    add: '/add',
    detail: { of: (id) => `/movie/${id}`, back: 'Back to Movies' },
    empty: { title: 'No movies', link: 'Add Movie' },
    texts: texts.movies,
    make: (api, title) =>
      api.call(movies.create, { body: { title, genre: 'Drama', image: '', description: 'A film.', trailerUrl: embed } }),
  },
  branches: {
    list: '/branches',
    api: '/api/branches',
    add: '/branches/add',
    empty: { title: 'No branches', link: 'Add Branch' },
    texts: texts.branches,
    make: (api, name) => api.call(branches.create, { body: { name, address: 'Here', googleMapsUrl: map, images: [] } }),
  },
  news: {
    list: '/news',
    api: '/api/news',
    add: '/news/add',
    detail: { of: (id) => `/news/${id}`, back: 'Back to News' },
    empty: { title: 'No news', link: 'Add news item' },
    texts: texts.news,
    make: (api, title) => api.call(news.create, { body: { title, image: '', date: '2026-11-27', description: 'New.', gallery: [] } }),
  },
  menu: {
    list: '/menu',
    api: '/api/menus',
    add: '/menu/add',
    detail: { of: (id) => `/menu/${id}`, back: 'Back to Menu' },
    empty: { title: 'No menu items', link: 'Add menu item' },
    texts: texts.menus,
    make: (api, name) => api.call(menus.create, { body: { name, image: '', description: 'Hot.' } }),
  },
}

const outOfOrder = { error: 'Out of order.', code: 'internal' }

for (const [what, { list, api: calls, add, detail, empty, texts: said, make }] of Object.entries(contents)) {
  const { failed, question: confirm, missing = '' } = said
  const all = new RegExp(`${calls}(\\?.*)?$`)
  const one = new RegExp(`${calls}/[^/]+$`)
  const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true })

  test.describe(what, () => {
    test('one that is deleted comes back with Undo, and Cancel leaves it alone', async ({ signedIn: page, api }) => {
      await make(api, 'Revived')
      await page.goto(list)
      const title = page.getByRole('heading', { name: 'Revived', exact: true })
      await page.getByRole('button', { name: 'Delete Revived' }).click()
      const question = page.getByRole('alertdialog', { name: confirm })
      await expect(question).toHaveAccessibleDescription(/^Revived/)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(title).toBeVisible()
      await page.getByRole('button', { name: 'Delete Revived' }).click()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(title).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(title).toBeVisible()
    })

    test('an empty list says so and offers the next step', async ({ signedIn: page, axe }) => {
      await page.route(all, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
      await page.goto(list)
      await expect(page.getByRole('heading', { name: empty.title })).toBeVisible()
      await axe()
      await page.getByRole('main').getByRole('link', { name: empty.link, exact: true }).last().click()
      await expect(page).toHaveURL(add)
    })

    test('an edit screen that fails to load gives way to the list, and not to itself on the way back', async ({ signedIn: page, api }) => {
      await make(api, 'Unreadable')
      await page.goto(add)
      await page.goto(list)
      await refuse(page, one, 'GET', 500, outOfOrder)
      await page.getByRole('link', { name: 'Edit Unreadable' }).click()
      await expect(page.getByText(failed.one, { exact: true })).toBeVisible()
      await expect(page).toHaveURL(list)
      await page.goBack()
      await page.goBack()
      await expect(page).toHaveURL(add)
    })

    if (!detail) return

    test('one that is missing is said to be, with a way back; one that fails to load can be tried again', async ({
      signedIn: page,
      api,
      axe,
    }) => {
      await page.goto(detail.of(nowhere))
      await expect(page.getByRole('heading', { name: missing })).toBeVisible()
      await axe()
      await page.getByRole('link', { name: detail.back }).first().click()
      await expect(page).toHaveURL(list)

      const { _id } = await make(api, 'Hidden')
      // Whatever others do would have it tried again by itself, before the button is pressed.
      await unreachable(page, '**/api/live?*')
      await refuse(page, one, 'GET', 500, outOfOrder)
      await page.goto(detail.of(_id))
      await expect(alert(page, failed.one)).toBeVisible()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Hidden' })).toBeVisible()
    })
  })
}
