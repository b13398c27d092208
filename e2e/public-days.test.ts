import type { Page } from '@playwright/test'
import { daysAfter, today } from '#contract/dates.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import type { Api } from './api.ts'
import { addMenuItem, addMovie, addNews, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

/** The titles or names that a caller without a token gets, such as the chain's website. */
async function publicNames({ url }: Api, path: string): Promise<string[]> {
  const items = (await (await fetch(url + path)).json()) as { title?: string; name?: string }[]
  return items.map(({ title, name }) => title ?? name ?? '')
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const day = (away: number) => daysAfter(today(), away)
const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })

test('news for a later day is written in five steps, and the public doesn’t see it yet', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, news)
  await page.goto('/news')
  await page.getByRole('link', { name: 'Add news item' }).first().click()
  await page.getByLabel('News Title').fill('Silent Nights')
  await page.getByLabel('Publication Date').fill(day(8))
  await page.getByLabel('Description').fill('For three nights.')
  await page.getByRole('button', { name: 'Save News' }).click()
  await expect(card(page, 'Silent Nights')).toContainText(`Scheduled for ${inWords(day(8), { dateStyle: 'full' })}`)
  await axe()
  expect(await publicNames(api, '/api/news')).toEqual([])

  await card(page, 'Silent Nights').getByRole('link', { name: 'Edit Silent Nights' }).click()
  await page.getByLabel('Publication Date').fill(day(0))
  await page.getByRole('button', { name: 'Save News' }).click()
  await expect(card(page, 'Silent Nights')).toContainText(inWords(day(0), { dateStyle: 'long' }))
  await expect(card(page, 'Silent Nights')).not.toContainText('Scheduled')
  expect(await publicNames(api, '/api/news')).toEqual(['Silent Nights'])
})

test('a movie is shown to the public on the days that its form has under more options', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, movies)
  const { _id } = await addMovie(api, { title: 'Sunrise' })
  await page.goto(`/edit/${_id}`)
  await expect(page.getByLabel('Show from')).toBeHidden()
  await page.getByText('More options').click()
  await page.getByLabel('Show from').fill(day(8))
  await page.getByLabel('Show until').fill(day(7))
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page.getByLabel('Show until')).toHaveAccessibleDescription(/^"Show until" must not be before "Show from"\./)
  await axe()
  await page.getByLabel('Show until').fill(day(9))
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(card(page, 'Sunrise')).toContainText(`Hidden until ${inWords(day(8), { day: 'numeric', month: 'short' })}`)
  await axe()
  expect(await publicNames(api, '/api/movies')).toEqual([])

  await page.goto(`/movie/${_id}`)
  await expect(page.getByText('Hidden until')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Movie' }).click()
  await expect(page.getByLabel('Show until')).toHaveValue(day(9))
  await page.getByLabel('Show from').fill('')
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(card(page, 'Sunrise')).toBeVisible()
  await expect(card(page, 'Sunrise')).not.toContainText('Hidden')
  expect(await publicNames(api, '/api/movies')).toEqual(['Sunrise'])
})

test('a menu item that is over says since when the public doesn’t see it', async ({ signedIn: page, api }) => {
  await deleteAll(api, menus)
  await addMenuItem(api, { name: 'Mulled wine', showUntil: day(-3) })
  await addMenuItem(api, { name: 'Popcorn', showUntil: day(0) })
  await page.goto('/menu')
  await expect(card(page, 'Mulled wine')).toContainText(`Hidden since ${inWords(day(-2), { day: 'numeric', month: 'short' })}`)
  await expect(card(page, 'Popcorn')).not.toContainText('Hidden')
  expect(await publicNames(api, '/api/menus')).toEqual(['Popcorn'])
})

test('staff find what the public doesn’t see, by a filter that a link keeps', async ({ signedIn: page, api, axe }) => {
  for (const collection of [movies, menus, news]) await deleteAll(api, collection)
  await addMovie(api, { title: 'Sunrise', showFrom: day(8) })
  await addMovie(api, { title: 'Sunset', showUntil: day(-8) })
  await addMovie(api, { title: 'Noon' })
  await addNews(api, { title: 'Silent Nights', date: day(8) })
  await addNews(api, { title: 'Loud Days', date: day(0) })
  await page.goto('/')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filter = page.getByRole('group', { name: 'Visibility' })
  await filter.getByRole('button', { name: 'Scheduled' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Sunrise')).toBeVisible()
  await filter.getByRole('button', { name: 'Hidden' }).click()
  await expect(page).toHaveURL('/?visibility=scheduled&visibility=hidden')
  await expect(page.getByRole('article')).toHaveCount(2)
  await axe()
  await page.reload()
  await expect(card(page, 'Sunset')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/?visibility=public')
  await expect(card(page, 'Noon')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.goto('/news')
  await page.getByRole('group', { name: 'Visibility' }).getByRole('button', { name: 'Scheduled' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Silent Nights')).toBeVisible()
})
