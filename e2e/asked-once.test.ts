import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { movies } from '#contract/movies.ts'
import { addBooking, addBranch, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'

/** The requests for a list, from now on: the search of each. */
function asked(page: Page, path: string): string[] {
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === path && request.method() === 'GET') searches.push(search)
  })
  return searches
}

test.describe('bookings of a day', () => {
  test.beforeEach(async ({ api }) => {
    await deleteAll(api, bookings)
    await deleteAll(api, branches)
    await addBranch(api)
    await addBooking(api)
  })

  test('are asked for once when others change them, and a new one counts once', async ({ signedIn: page, api }) => {
    await hearing(page, () => page.goto('/bookings?date=2037-11-27'))
    await expect(page.getByText('Ada Byron')).toBeVisible()
    // Somebody who is at the list sees what is new when they like.
    await page.getByText('Ada Byron').hover()
    await page.getByRole('listitem').filter({ hasText: 'Ada Byron' }).getByRole('link').first().focus()
    const searches = asked(page, '/api/bookings')
    await addBooking(api, { fullName: 'Grace Hopper', time: '20:00' })
    await expect(page.getByRole('button', { name: /new/ }).or(page.getByText('Grace Hopper')).first()).toBeVisible()
    await expect(page.getByText('2 added')).toHaveCount(0)
    await expect.poll(() => searches.length).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    expect(searches).toHaveLength(1)
  })
})

test.describe('a long trash', () => {
  test('asks again for no more than is in sight, and says of a search what it found alone', async ({ signedIn: page, api }) => {
    await deleteAll(api, movies)
    const made = await Promise.all(Array.from({ length: 185 }, (_, number) => addMovie(api, { title: `Film ${number}` })))
    for (const { _id } of made) await api.call(movies.remove, { params: { id: _id } })
    await hearing(page, () => page.goto('/?trash=1'))
    const rows = page.getByRole('list', { name: 'Trash' }).getByRole('listitem')
    await expect(rows).toHaveCount(60)
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(120)
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(180)
    await page.evaluate(() => scrollTo(0, 0))
    const searches = asked(page, '/api/movies')
    const late = await addMovie(api, { title: 'Late' })
    await api.call(movies.remove, { params: { id: late._id } })
    await expect.poll(() => searches.length).toBeGreaterThan(0)
    await page.waitForTimeout(500)
    const further = searches.filter((search) => search.includes('after='))
    expect(further.length, 'of what is out of sight no more than what the new one pushed over').toBeLessThanOrEqual(1)

    await page.getByLabel('Search').first().fill('Late')
    await expect(rows).toHaveCount(1)
    await expect(page.getByText(/more loaded: /)).toHaveCount(0)
  })
})
