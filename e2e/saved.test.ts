import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { movies } from '#contract/movies.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { fillIn, save } from './movie-form.ts'

// What is said and shown once something has been saved.

const notice = (page: Page) => page.getByRole('region', { name: 'Notices' })
const marked = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Just saved' })

const records: { editor: string; save: string; shownAt: string; name: string; make: (api: Api) => Promise<{ _id: string }> }[] = [
  { editor: '/edit/', save: 'Save Movie', shownAt: '/movie/', name: 'Nosferatu', make: addMovie },
  { editor: '/branches/edit/', save: 'Save Branch', shownAt: '/branches/edit/', name: 'Riverside', make: addBranch },
  { editor: '/news/edit/', save: 'Save News', shownAt: '/news/', name: 'The balcony reopens', make: addNews },
  { editor: '/menu/edit/', save: 'Save Menu Item', shownAt: '/menu/', name: 'Liquorice', make: addMenuItem },
  {
    editor: '/bookings/edit/',
    save: 'Update Booking',
    shownAt: '/bookings/edit/',
    name: 'The booking for Ada Byron',
    make: async (api) => {
      await addBranch(api)
      return addBooking(api)
    },
  },
  {
    editor: '/bookings/promo-codes/edit/',
    save: 'Update promo code',
    shownAt: '/bookings/promo-codes/edit/',
    name: 'MATINEE',
    // Other journeys on the same server may have made it.
    make: async (api) => {
      await deleteAll(api, promoCodes)
      return addPromoCode(api)
    },
  },
]

test('that it was saved is said, with a link to it, and its card alone is marked, whatever it is', async ({ signedIn: page, api }) => {
  for (const { editor, save: label, shownAt, name, make } of records) {
    await test.step(name, async () => {
      const { _id } = await make(api)
      await page.goto(editor + _id)
      await page.getByRole('button', { name: label }).click()
      await expect(notice(page)).toContainText(`${name} was saved.`)
      await expect(marked(page)).toHaveCount(1)
      await expect(marked(page)).toHaveAttribute('data-entry', _id)
      await notice(page).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(shownAt + _id)
      await expect(notice(page), 'who follows the link has understood').toHaveText('')
    })
  }
})

test.describe('a long list', () => {
  test.use({ viewport: { width: 800, height: 600 } })

  test('comes back to its place, with the card of what was edited in view; later it is not marked again', async ({
    signedIn: page,
    api,
    axe,
  }) => {
    await deleteAll(api, movies)
    for (let number = 0; number < 24; number++) await addMovie(api, { title: `Film ${number}` })
    await page.goto('/')
    const edit = page.getByRole('link', { name: 'Edit Film 3', exact: true })
    await edit.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(600)
    await edit.click()
    await expect(page.getByRole('heading', { name: 'Edit Movie' })).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await fillIn(page, { Title: 'Film 3, restored' })
    await save(page)
    await expect(notice(page)).toContainText('Film 3, restored was saved.')
    await expect(marked(page)).toContainText('Film 3, restored')
    await expect(marked(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(place)
    await axe()

    await page.goto('/add')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Movie')
    expect(await page.evaluate(() => scrollY), 'an address that is opened begins at its top').toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Film 3, restored' })).toBeVisible()
    await expect(marked(page)).toHaveCount(0)
  })

  test('shows what is new wherever its order puts it, and keeps the mark where nothing moves', async ({ signedIn: page, api }) => {
    await deleteAll(api, bookings)
    const { name } = await addBranch(api, { name: 'Far Out' })
    for (let day = 10; day < 28; day++) await addBooking(api, { branchName: name, date: `2027-01-${day}`, fullName: `Guest ${day}` })
    await page.goto('/bookings')
    await page.getByRole('link', { name: 'New booking' }).first().click()
    // The list, which has a filter of that name, stays until the form is here.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await page.getByLabel('Branch').selectOption(name)
    for (const [label, value] of Object.entries({ Date: '2027-02-01', Time: '10:00', 'Full Name': 'Late Bird', 'Phone Number': '1' }))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Create Booking' }).click()
    await expect(marked(page)).toContainText('Late Bird')
    await expect(page.getByRole('listitem').last()).toContainText('Late Bird')
    await expect(marked(page)).toBeInViewport({ ratio: 1 })
    const shadow = await marked(page)
      .getByRole('article')
      .evaluate((card) => getComputedStyle(card).boxShadow)
    expect(shadow).toContain('3px')
  })
})
