import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { today } from '#contract/dates.ts'
import { images } from '#contract/images.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { addBooking, addBranch, addImage, addMovie, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'

test('what needs attention is folded up above the movies, leads to its lists, and is not there where nothing does', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await Promise.all([movies, bookings, branches, promoCodes, news, menus].map((collection) => deleteAll(api, collection)))
  const addDescribed = async (...image: [name: string, size: { width: number; height: number }]) => {
    const { _id: id, name } = await addImage(api, ...image)
    return api.call(images.update, { params: { id }, body: { name, altText: 'A poster.' } })
  }
  const large = await addDescribed('large.png', { width: 576, height: 864 })
  await addMovie(api, { title: 'Nothing amiss', image: large.url })
  const found = page.waitForResponse('**/api/attention')
  await page.goto('/')
  expect(await (await found).json()).toEqual([])
  await expect(page.getByRole('link', { name: 'Nothing amiss', exact: true })).toBeVisible()
  const attention = page.getByText(/need(s)? attention/)
  await expect(attention).toHaveCount(0)

  const small = await addDescribed('small.png', { width: 575, height: 864 })
  await addMovie(api, { title: 'Blurred', image: small.url })
  await addMovie(api, { title: 'Bare', trailerUrl: 'https://archive.org/details/bare' })
  await addBranch(api, { name: 'Riverside' })
  await addBooking(api, { date: '2020-02-29', fullName: 'Long ago' })
  await page.reload()
  await expect(attention).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const [before, words] = await Promise.all(
    [page.getByText('Manage your movie collection with ease'), page.getByText('5 to do')].map((text) => text.boundingBox()),
  )
  expect(words?.y, 'it moves nothing where it comes late').toBeLessThan((before?.y ?? 0) + (before?.height ?? 0))
  await page.setViewportSize({ width: 1280, height: 720 })
  await attention.click()
  const line = (words: string) => page.getByRole('main').getByRole('link', { name: words })
  await expect(line('1 branch without an image')).toBeVisible()
  await axe()
  for (const [words, name] of [
    ["1 movie with a trailer that won't embed", 'Bare'],
    ['1 movie without a cover', 'Bare'],
    ['1 movie with a low-resolution cover (under 576 pixels wide)', 'Blurred'],
    ['1 past booking is still pending', 'Long ago'],
  ] as const) {
    await line(words).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Nothing amiss', exact: true })).toHaveCount(0)
    await page.goto('/')
    await attention.click()
  }
  await addPromoCode(api, { code: 'LASTDAYS', lastDay: await page.evaluate(() => new Date().toLocaleDateString('sv')) })
  await page.reload()
  await attention.click()
  await line('1 promo code ends this week').click()
  await expect(page.getByRole('link', { name: 'LASTDAYS', exact: true })).toBeVisible()
})

test('what needs attention is asked for anew with the day, by which it goes', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Barer' })
  await page.clock.install({ time: `${today()}T23:59:45` })
  await hearing(page, () => page.goto('/'))
  await expect(page.getByText(/need(s)? attention/)).toBeVisible()
  // What was asked again because of the stream has come by then.
  await page.waitForTimeout(2_000)
  const again = page.waitForResponse('**/api/attention')
  await page.clock.fastForward(20_000)
  await again
  await expect(page.getByText(/need(s)? attention/)).toBeVisible()
})
