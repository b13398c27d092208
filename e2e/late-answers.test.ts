import type { Page, Route } from '@playwright/test'
import { type Booking, bookings } from '#contract/bookings.ts'
import { movies } from '#contract/movies.ts'
import { addBooking, addBranch, addMovie } from './chain.ts'
import { refuse } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { card, hearing } from './hearing.ts'

// What others change while an answer is on its way, or while nobody tells of it, shows all the same.

const day = '2031-01-01'
const days = `date=${day}..${day}`

/** Holds the next answer to such an address back once the server has read it: `isRead`, until `arrive`. */
async function late(page: Page, address: string) {
  const [read, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    const response = await route.fetch()
    read.resolve()
    await arrival.promise
    await route.fulfill({ response })
  }
  await page.route(address, hold, { times: 1 })
  return { isRead: read.promise, arrive: arrival.resolve }
}

/** Ends the stream that there is, as a network does that comes back; with `away` the next ones fail until it is called. */
async function streamAway(page: Page) {
  const cut = (route: Route) => route.abort()
  await page.context().route('**/api/live*', cut)
  const again = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await again()
  return {
    async comeBack() {
      await page.context().unroute('**/api/live*', cut)
      await again()
    },
  }
}

for (const [what, path, calls] of [
  ['a list', '/bookings?', '**/api/bookings?*branchName*'],
  ['the bookings of a closure', '/bookings?tab=closure&', '**/api/bookings/visits?*'],
] as const) {
  test(`${what} that is on its way while somebody books has that booking in it soon`, async ({ signedIn: page, api }) => {
    const { name: branchName } = await addBranch(api, { name: `Hall of ${what}` })
    await addBooking(api, { branchName, date: day, fullName: 'Zasu Pitts' })
    const { isRead, arrive } = await late(page, calls)
    await hearing(page, () => page.goto(`${path}${days}&branchName=${encodeURIComponent(branchName)}`))
    await isRead
    await addBooking(api, { branchName, date: day, fullName: 'Buster Keaton' })
    // It is told within a second, and asked for a second after what was asked for last.
    await page.waitForTimeout(2_500)
    arrive()
    await expect(page.getByText('Zasu Pitts').first()).toBeVisible()
    await expect(page.getByText('Buster Keaton').first()).toBeVisible()
  })
}

test('answers that take longer than it is until the next change are shown nevertheless', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: 'Busy Hall' })
  await addBooking(api, { branchName, date: day, fullName: 'Guest 0' })
  await hearing(page, () => page.goto(`/bookings?tab=sheet&${days}&branchName=${encodeURIComponent(branchName)}`))
  await expect(page.getByText('Guest 0')).toBeVisible()
  await page.route('**/api/bookings/visits?*', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.fulfill({ response }).catch(() => {})
  })
  let isOver = false
  const booking = (async () => {
    for (let guest = 1; !isOver && guest < 40; guest++) {
      await addBooking(api, { branchName, date: day, fullName: `Guest ${guest}` })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  await expect(page.getByText('Guest 1', { exact: true })).toBeVisible({ timeout: 10_000 })
  isOver = true
  await booking
})

test('totals are as true as the list that knew of it first', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: 'Hall of Totals' })
  const booked: Booking[] = []
  for (let guest = 0; guest < 2; guest++)
    booked.push(await addBooking(api, { branchName, date: day, fullName: `Guest ${guest}`, status: 0 }))
  await hearing(page, () => page.goto(`/bookings?${days}&branchName=${encodeURIComponent(branchName)}`))
  const totals = page.getByRole('region', { name: 'Numbers' })
  await page.keyboard.press('o')
  await expect(totals).toContainText('2 pending')
  const stream = await streamAway(page)
  await api.call(bookings.update, { params: { id: booked[0]?._id ?? '' }, body: { ...booked[0], status: 1 } as Booking })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('button', { name: 'Confirmed: change status for Guest 0' })).toBeVisible()
  await stream.comeBack()
  await expect(totals).toContainText('1 pending')
})

test('what one window has missed it asks for once another one has a stream again', async ({ signedIn: page, api, context }) => {
  const { name: branchName } = await addBranch(api, { name: 'Hall of Windows' })
  await addBooking(api, { branchName, date: day, fullName: 'Guest 0' })
  await hearing(page, () => page.goto(`/bookings?tab=sheet&${days}&branchName=${encodeURIComponent(branchName)}`))
  await expect(page.getByText('Guest 0')).toBeVisible()
  const stream = await streamAway(page)
  await addBooking(api, { branchName, date: day, fullName: 'Guest 1' })
  // What is told of a page's first second is told again.
  await page.waitForTimeout(1_500)
  const other = await context.newPage()
  await other.goto('/gallery')
  await hearing(other, stream.comeBack)
  await expect(page.getByText('Guest 1')).toBeVisible()
})

test('what one has done oneself is not taken back by an answer of before', async ({ signedIn: page, api }) => {
  const film = await addMovie(api, { title: 'First Name' })
  await api.call(movies.update, { params: { id: film._id }, body: { ...film, title: 'Second Name' } })
  await hearing(page, () => page.goto(`/movie/${film._id}`))
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Second Name')
  await page.getByRole('button', { name: 'History' }).click()
  const { isRead, arrive } = await late(page, `**/api/movies/${film._id}`)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await isRead
  // The next one takes its time.
  await page.route(`**/api/movies/${film._id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Restore this version' }).first().click()
  await expect(title).toHaveText('First Name')
  arrive()
  for (let times = 0; times < 5; times++) {
    await page.waitForTimeout(100)
    await expect(title).toHaveText('First Name', { timeout: 1 })
  }
})

test('a list that could not be asked for after what one has done is asked for with the next news', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Taken Back' })
  await hearing(page, () => page.goto('/?q=taken'))
  await card(page, 'Taken Back')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, 'Taken Back')).toHaveCount(0)
  const line = await refuse(page, /\/api\/movies\?/, 'GET', 503, { error: 'The server is busy.', code: 'busy' })
  const failed = page.waitForResponse((response) => response.status() === 503)
  await page.getByRole('button', { name: 'Undo' }).click()
  await failed
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('was restored')
  await line.recover()
  await addBranch(api, { name: 'Hall of News' })
  await expect(card(page, 'Taken Back')).toHaveCount(1)
})

test('what one takes back while a screen is asked for the first time is on it', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: 'Undo Hall' })
  for (const fullName of ['Zasu Pitts', 'Buster Keaton']) await addBooking(api, { branchName, date: day, fullName })
  await page.goto(`/bookings?${days}&branchName=${encodeURIComponent(branchName)}`)
  await page.getByRole('button', { name: /^Delete.*Zasu Pitts/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('was deleted')).toBeVisible()
  const { isRead, arrive } = await late(page, '**/api/bookings/visits?*')
  await page.getByRole('link', { name: /^Day sheet/ }).click()
  await isRead
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('was restored')
  arrive()
  await expect(page.getByRole('row').filter({ hasText: 'Zasu Pitts' })).toHaveCount(1)
})
