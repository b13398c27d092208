import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { addBooking, addBranch, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const search = (page: Page) => page.getByRole('textbox', { name: 'Search' })
const suggestion = (page: Page, name: string) => page.getByRole('status').getByRole('link', { name, exact: true })

test('a search that finds nothing offers the nearest names, and a click on one finds its record without the filters', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await deleteAll(api, movies)
  await addMovie(api, { title: 'Metropolis', genre: 'Fantasy' })
  await addMovie(api, { title: 'Nosferatu', genre: 'Horror' })
  await page.goto('/?genre=Horror&order=title')
  await search(page).fill('metropols')
  await expect(page.getByRole('status').filter({ hasText: 'Did you mean Metropolis?' })).toBeVisible()
  await axe()
  await suggestion(page, 'Metropolis').click()
  await expect(page).toHaveURL('/?q=Metropolis&order=title')
  await expect(page.getByRole('link', { name: 'View Details of Metropolis' })).toBeVisible()
  await expect(search(page)).toHaveValue('Metropolis')
  await page.goBack()
  await expect(search(page)).toHaveValue('metropols')

  await search(page).fill('hororr')
  await suggestion(page, 'Horror').click()
  await expect(page.getByRole('link', { name: 'View Details of Nosferatu' })).toBeVisible()

  await search(page).fill('zzzz-qqqq')
  await expect(page.getByText('Check the spelling, or try fewer words.')).toBeVisible()
})

test('every list of names has suggestions, from any part of a word', async ({ signedIn: page, api }) => {
  for (const collection of [bookings, branches, menus, news, promoCodes]) await deleteAll(api, collection)
  await addBranch(api, { name: 'Kronenwerk' })
  await addMenuItem(api, { name: 'Caramel popcorn' })
  await addNews(api, { title: 'Balcony reopens', date: '2020-01-01' })
  await addPromoCode(api, { code: 'SUMMER20' })
  for (const [path, typed, name] of [
    ['/branches', 'ronenwek', 'Kronenwerk'],
    ['/menu', 'aramel pocorn', 'Caramel popcorn'],
    ['/news', 'blacony', 'Balcony reopens'],
    ['/bookings/promo-codes', 'ummer2', 'SUMMER20'],
  ] as const) {
    await page.goto(path)
    await search(page).fill(typed)
    await suggestion(page, name).click()
    await expect(page.getByRole('listitem').filter({ hasText: name }), path).toBeVisible()
  }
})

test('bookings suggest branches and codes, never guests, and keep their filters', async ({ signedIn: page, api }) => {
  for (const collection of [bookings, branches, promoCodes]) await deleteAll(api, collection)
  await addBranch(api, { name: 'Kronenwerk' })
  await addBooking(api, { branchName: 'Kronenwerk', fullName: 'Wilhelmina Murray', date: '2026-12-24', status: 1 })
  await page.goto('/bookings?status=1')
  await search(page).fill('wilhelmna')
  await expect(page.getByText('Nothing matches your search with these filters.')).toBeVisible()
  await search(page).fill('kronnewerk')
  await suggestion(page, 'Kronenwerk').click()
  await expect(page).toHaveURL('/bookings?q=Kronenwerk&status=1')
  await expect(page.getByRole('listitem').filter({ hasText: 'Wilhelmina Murray' })).toBeVisible()
})

test('"Find anything" offers the nearest names where it finds nothing', async ({ signedIn: page, api, axe }) => {
  for (const collection of [movies, branches]) await deleteAll(api, collection)
  await addMovie(api, { title: 'Metropolis' })
  await page.goto('/branches')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('metropols')
  await expect(page.getByRole('group', { name: 'Did you mean' }).getByRole('option', { name: /^Metropolis/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No results for “metropols”' })).toBeVisible()
  await axe()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?q=Metropolis')
  await expect(page.getByRole('link', { name: 'View Details of Metropolis' })).toBeVisible()
})
