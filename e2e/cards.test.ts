import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch, addImage, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { uploadPictures } from './pictures.ts'
import { watchShifts } from './shifts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Every list of cards: what stands on one, where its record is shown, and the stops that the keyboard makes on the card. */
const lists: {
  path: string
  title: string
  shownAt: string
  stops: string[]
  make: (api: Api, image: string) => Promise<{ _id: string }>
}[] = [
  {
    path: '/',
    title: 'Nosferatu',
    shownAt: '/movie/',
    stops: ['View Details of Nosferatu', 'Edit Nosferatu', 'Duplicate Nosferatu', 'Delete Nosferatu'],
    make: (api, image) => addMovie(api, { image }),
  },
  {
    path: '/news',
    title: 'The balcony reopens',
    shownAt: '/news/',
    stops: ['Read More of The balcony reopens', 'Edit The balcony reopens', 'Duplicate The balcony reopens', 'Delete The balcony reopens'],
    make: (api, image) => addNews(api, { image }),
  },
  {
    path: '/menu',
    title: 'Liquorice',
    shownAt: '/menu/',
    stops: ['View Details of Liquorice', 'Edit Liquorice', 'Duplicate Liquorice', 'Delete Liquorice'],
    make: (api, image) => addMenuItem(api, { image }),
  },
  {
    path: '/branches',
    title: 'Riverside',
    shownAt: '/branches/edit/',
    stops: ['View Map of Riverside, opens in a new tab', 'Edit Riverside', 'Duplicate Riverside', 'Delete Riverside'],
    make: (api, image) => addBranch(api, { images: [image, image] }),
  },
  {
    path: '/bookings',
    title: 'Ada Byron',
    shownAt: '/bookings/edit/',
    stops: [
      'Pending: change status for Ada Byron',
      '+44 20 7946 0121',
      'Copy +44 20 7946 0121',
      'Edit the booking for Ada Byron',
      'Duplicate the booking for Ada Byron',
      'Delete the booking for Ada Byron',
    ],
    make: async (api) => {
      await addBranch(api)
      return addBooking(api)
    },
  },
  {
    path: '/bookings/promo-codes',
    title: 'MATINEE',
    shownAt: '/bookings/promo-codes/edit/',
    stops: ['Pause MATINEE', 'Edit MATINEE', 'Duplicate MATINEE', 'Delete MATINEE'],
    make: (api) => addPromoCode(api),
  },
]

/** Clicks in the middle of the picture or the stub, as a hand does. */
async function clickPicture(page: Page) {
  const { x, y, width, height } = (await page.locator('article a[aria-hidden=true]').boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
}

test('title and picture of a card lead to its record, and the keyboard stops once for each thing to do, in every list', async ({
  signedIn: page,
  api,
}) => {
  for (const { path, title, shownAt, stops, make } of lists) {
    await test.step(path, async () => {
      await Promise.all([movies, news, menus, branches, bookings, promoCodes].map((collection) => deleteAll(api, collection)))
      const { _id } = await make(api, (await addImage(api)).url)
      await page.evaluate(() => localStorage.setItem('moviebox.bookings.view', 'cards'))
      await page.goto(path)
      await page.getByRole('heading', { name: title }).getByText(title).click()
      await expect(page).toHaveURL(shownAt + _id)
      await page.goBack()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await clickPicture(page)
      await expect(page).toHaveURL(shownAt + _id)
      await page.goBack()

      const card = page.getByRole('article')
      await expect(card).toHaveCount(1)
      await expect(card.locator('a a, a button, button a')).toHaveCount(0)
      const reached = card.locator(':is(a, button):not([tabindex="-1"])')
      await expect(reached).toHaveCount(stops.length)
      for (const [at, name] of stops.entries()) await expect(reached.nth(at)).toHaveAccessibleName(name)
    })
  }
})

test('news of a day that is yet to come are marked, on the card and on their page', async ({ signedIn: page, api }) => {
  await deleteAll(api, news)
  const day = (away: number) => daysAfter(today(), away)
  await addNews(api, { title: 'Today', date: day(0) })
  const { _id } = await addNews(api, { title: 'Tomorrow', date: day(1) })
  await page.goto('/news')
  await expect(page.getByRole('article').filter({ hasText: 'Tomorrow' })).toContainText('Scheduled')
  await expect(page.getByRole('article').filter({ hasText: 'Today' })).not.toContainText('Scheduled')
  await page.goto(`/news/${_id}`)
  await expect(page.getByText('Scheduled')).toBeVisible()
})

test('the page of a film stands on its blurred poster, and nothing moves when that comes', async ({ signedIn: page, api, axe }) => {
  const [poster] = await uploadPictures(api, ['crimson'])
  const { _id } = await addMovie(api, { image: poster!.url })
  const { shifts } = await watchShifts(page)
  await page.goto(`/movie/${_id}`)
  const ground = page.locator('.hero img').first()
  await expect(ground).toHaveJSProperty('complete', true)
  expect(await ground.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, getComputedStyle(image).filter])).toEqual([
    true,
    expect.stringContaining('blur('),
  ])
  await axe()
  // The name of the signed-in person, which comes into the bar meanwhile, is all that this leaves room for.
  expect((await shifts()).sum).toBeLessThan(0.0005)
})

test('the page of a film without a poster does without one', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { image: '' })
  await page.goto(`/movie/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.hero')).toHaveCount(0)
})
