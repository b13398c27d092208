import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import type { Api } from '../api.ts'
import { addBooking, addBranch, addMenuItem, addMovie, addNews, deleteAll } from '../chain.ts'
import { refuse, unreachable } from '../failures.ts'
import { expect, test } from '../fixtures.ts'
import { type Texts, texts } from './texts.ts'

// The error catalogue of the specification (section 8) for movies, branches, news, menu items and bookings, and the questions of
// section 5, text by text. Where section 8 gives a text that a call fails with and another that the screen shows instead, the shown
// one stands here.

type Resource = Texts & {
  /** Under /api. */
  path: string
  collection: Parameters<typeof deleteAll>[1]
  add: (api: Api) => Promise<{ _id: string }>
  screens: { list: string; detail?: string; add: string; edit: string }
  /** What a person fills in for a new one, and changes in a stored one, by label. */
  form: Record<string, string>
  change: [label: string, value: string]
  save: { add: string; edit: string }
}

const resources: Resource[] = [
  {
    path: 'movies',
    collection: movies,
    add: addMovie,
    screens: { list: '/', detail: '/movie/', add: '/add', edit: '/edit/' },
    form: { Title: 'M', Genre: 'Crime', Description: 'A city looks.', 'Trailer URL': 'https://archive.org/m' },
    change: ['Genre', 'Classic'],
    save: { add: 'Save Movie', edit: 'Save Movie' },
    ...texts.movies,
  },
  {
    path: 'branches',
    collection: branches,
    add: addBranch,
    screens: { list: '/branches', add: '/branches/add', edit: '/branches/edit/' },
    form: { 'Branch Name': 'Riverside', Address: '1 Quay Street', 'Google Maps URL': 'https://maps.app.goo.gl/riverside' },
    change: ['Address', '2 Quay Street'],
    save: { add: 'Save Branch', edit: 'Save Branch' },
    ...texts.branches,
  },
  {
    path: 'news',
    collection: news,
    add: addNews,
    screens: { list: '/news', detail: '/news/', add: '/news/add', edit: '/news/edit/' },
    form: { 'News Title': 'The balcony reopens', 'Publication Date': '2026-11-20', Description: 'Restored.' },
    change: ['News Title', 'The balcony is open'],
    save: { add: 'Save News', edit: 'Save News' },
    ...texts.news,
  },
  {
    path: 'menus',
    collection: menus,
    add: addMenuItem,
    screens: { list: '/menu', detail: '/menu/', add: '/menu/add', edit: '/menu/edit/' },
    form: { 'Item Name': 'Liquorice', Description: 'Salted.' },
    change: ['Item Name', 'Liquorice, large'],
    save: { add: 'Save Menu Item', edit: 'Save Menu Item' },
    ...texts.menus,
  },
  {
    path: 'bookings',
    collection: bookings,
    add: addBooking,
    screens: { list: '/bookings', add: '/bookings/add', edit: '/bookings/edit/' },
    form: { Branch: 'Riverside', Date: '2037-11-27', Time: '19:30', 'Full Name': 'Ada Byron', 'Phone Number': '+44 20 7946 0121' },
    change: ['Full Name', 'Ada Lovelace'],
    save: { add: 'Create Booking', edit: 'Update Booking' },
    ...texts.bookings,
  },
]

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

/** Both are told in the same words; what the server says of it comes after them. */
const failures = [
  { what: 'no server', fail: unreachable, said: '' },
  {
    what: 'a refusal',
    fail: (page: Page, address: string, method: string) => refuse(page, address, method, 500, { error: 'Out of order.' }),
    said: 'Out of order.',
  },
]

for (const { path, collection, add, screens, form, change, save, failed, question, missing } of resources) {
  test.describe(path, () => {
    const [all, found, one] = [`**/api/${path}`, `**/api/${path}?*`, `**/api/${path}/*`]
    let id: string
    test.beforeEach(async ({ api }) => {
      await deleteAll(api, branches)
      await deleteAll(api, collection)
      if (path === 'bookings') await addBranch(api)
      id = (await add(api))._id
    })

    test([failed.list, failed.one, missing].filter(Boolean).join(' '), async ({ signedIn: page, api }) => {
      for (const { fail, said } of failures) {
        const { recover } = await fail(page, found, 'GET')
        await page.goto(screens.list)
        await expect(alert(page)).toHaveText(failed.list + said)
        await recover()
      }

      const { recover } = await unreachable(page, one)
      await page.goto(screens.edit + id)
      await expect(page, 'an edit screen that fails to load goes to the list').toHaveURL(screens.list)
      await expect(page.getByRole('region', { name: 'Notices' })).toContainText(failed.one)
      if (!screens.detail || !missing) return
      await page.goto(screens.detail + id)
      await expect(alert(page)).toHaveText(failed.one)
      await recover()

      await deleteAll(api, collection)
      await page.goto(screens.detail + id)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(missing)
      await page
        .getByRole('link', { name: /^Back to/ })
        .first()
        .click()
      await expect(page).toHaveURL(screens.list)
    })

    for (const { what, fail, said } of failures) {
      test(`${what}: ${question} ${failed.remove} ${failed.update} ${failed.create}`, async ({ signedIn: page }) => {
        await fail(page, one, 'DELETE')
        await page.goto(screens.list)
        const remove = page.getByRole('main').getByRole('button', { name: /^Delete / })
        await remove.click()
        await expect(page.getByRole('alertdialog')).toHaveAccessibleName(question)
        await confirm(page)
        await expect(alert(page)).toHaveText(failed.remove + said)
        await expect(remove, 'it is still there').toBeVisible()

        await fail(page, one, 'PUT')
        await page.goto(screens.edit + id)
        await page.getByLabel(change[0], { exact: true }).fill(change[1])
        await page.getByRole('button', { name: save.edit }).click()
        await expect(alert(page)).toHaveText(failed.update + said)

        await fail(page, all, 'POST')
        await page.goto(screens.add)
        for (const [label, value] of Object.entries(form)) {
          const input = page.getByLabel(label, { exact: true })
          if (label === 'Branch') await input.selectOption(value)
          else await input.fill(value)
        }
        await page.getByRole('button', { name: save.add }).click()
        await expect(alert(page)).toHaveText(failed.create + said)
      })
    }
  })
}
