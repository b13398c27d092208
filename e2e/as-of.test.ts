import type { Locator } from '@playwright/test'
import { today } from '#contract/dates.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { addBooking, addBranch, addMovie, deleteAll } from './chain.ts'
import { unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { card, hearing } from './hearing.ts'

// What is on the screen is as true as after a reload; where nobody can say whether it is, it says as of when.

test('each screen that was read says as of when it is while the network is away, and nothing moves for it', async ({
  signedIn: page,
  api,
  context,
  axe,
}) => {
  await deleteAll(api, news)
  await addMovie(api, { title: 'Vampyr' })
  await addBranch(api)
  await addBooking(api, { date: today() })
  await page.clock.setFixedTime(new Date(`${today()}T10:00:00`))
  const line = page.getByText(/^Last updated at /)
  const places = () => page.locator('h1, h2, label, td').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  const follow = (name: string) => page.getByRole('link', { name }).first().click()
  // Its card says the same while the page is on its way.
  const film = () => expect(page.getByRole('heading', { level: 1, name: 'Vampyr', exact: true })).toBeVisible()
  const screens: [heading: string, open: () => Promise<unknown>][] = [
    ['No news', () => hearing(page, () => page.goto('/news'))],
    ['Vampyr', () => follow('Movies').then(() => follow('View Details of Vampyr').then(film))],
    ['Riverside', () => follow('Bookings').then(() => follow('Day sheet'))],
  ]
  for (const [heading, open] of screens) {
    await context.setOffline(false)
    await expect(line).toBeHidden()
    await open()
    await expect(page.getByRole('heading', { name: heading, exact: true }).last()).toBeVisible()
    const before = await places()
    await context.setOffline(true)
    await expect(line, heading).toHaveText('Last updated at 10:00.')
    expect(await places(), heading).toEqual(before)
    await axe()
  }
  await page.emulateMedia({ media: 'print' })
  await expect(line, 'on paper as well').toBeVisible()
  await page.emulateMedia({ media: null })

  // Others can't be heard, but what is asked for now is as of now.
  await unreachable(page, '**/api/live?*')
  await page.clock.setFixedTime(new Date(`${today()}T10:05:00`))
  await context.setOffline(false)
  await expect(line).toHaveText('Last updated at 10:05.')
})

test('what could not be asked for when it was told is asked for again, and the list says until then as of when it is', async ({
  signedIn: page,
  api,
}) => {
  await hearing(page, () => page.goto('/'))
  const list = await unreachable(page, '**/api/movies?*')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/movies?'))
  await addMovie(api, { title: 'Told, and not shown' })
  await failed
  await expect(page.getByText(/^Last updated at /)).toBeVisible()
  await list.recover()
  // Anything that is told is a sign of life, and so is every tenth second.
  await addBranch(api)
  await expect(card(page, 'Told, and not shown')).toBeVisible()
  await expect(page.getByText(/^Last updated at /)).toBeHidden()
})

test('everything is asked for again where nobody remembers what was missed', async ({ signedIn: page, api }) => {
  await page.route('**/api/live?*', (route) => route.fulfill({ contentType: 'text/event-stream', body: 'id: 1\ndata: {"anew":true}\n\n' }))
  const { _id, ...film } = await addMovie(api, { title: 'Vampyr' })
  await page.goto(`/movie/${_id}`)
  await expect(page.getByRole('heading', { name: 'Vampyr', exact: true })).toBeVisible()
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Vampyr, anew' } })
  await expect(page.getByRole('heading', { name: 'Vampyr, anew' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Movies' }).click()
  await expect(card(page, 'Vampyr, anew')).toBeVisible()
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Vampyr, once more' } })
  await expect(card(page, 'Vampyr, once more')).toBeVisible()
})

test('what was out of sight when it changed is true by the time that somebody comes there', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  await Promise.all(Array.from({ length: 130 }, (_, at) => addMovie(api, { title: `Film ${at}` })))
  const films = await api.call(movies.list, { query: {} })
  const ends = [films[0], films.at(-1)].filter((film) => film !== undefined)
  const [near, far] = ends.map(({ title }) => card(page, title)) as [Locator, Locator]
  await hearing(page, () => page.goto('/'))
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(far).toBeVisible({ timeout: 200 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(near).toBeInViewport()
  await expect(far).toHaveCount(0)
  for (const { _id, ...film } of ends) await api.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Changed' } })
  await expect(near.getByText('Changed')).toBeVisible()
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(far).toBeVisible({ timeout: 200 })
  }).toPass()
  await expect(far.getByText('Changed')).toBeVisible()
})
