import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { addBranch, addImage, addImages, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const bar = (page: Page, noun: string) => page.getByRole('region', { name: `Selected ${noun}` })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const undo = (page: Page) => notices(page).getByRole('button', { name: 'Undo' }).click()

test('fifty-nine unused images are deleted in four actions, and Undo brings all of them back', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
  await addImages(api, 59)
  const used = await addImage(api, 'used.png')
  await addMovie(api, { image: used.url })
  const unused = async () => (await api.call(images.list, { query: { used: 'no' } })).length
  await page.goto('/gallery')
  await expect(page.getByText('60 images')).toBeVisible()
  const actions = [
    () => page.getByRole('button', { name: 'Unused' }).click(),
    () => page.getByRole('button', { name: 'Select all' }).click(),
    () => bar(page, 'images').getByRole('button', { name: 'Delete 59 images' }).click(),
    () =>
      page
        .getByRole('alertdialog', { name: 'Are you sure you want to delete these 59 images?' })
        .getByRole('button', { name: 'Delete' })
        .click(),
  ]
  expect(actions.length).toBeLessThanOrEqual(4)
  for (const act of actions) await act()
  await expect(notices(page)).toContainText('59 images were deleted.')
  expect(await unused()).toBe(0)
  expect(await api.call(images.list, { query: {} }), 'the used one stays').toHaveLength(1)
  await undo(page)
  await expect(notices(page)).toContainText('All 59 changes undone.')
  expect(await unused()).toBe(59)
})

test('a selection of images says which are used before they are deleted, and sets their alt text', async ({ signedIn: page, api, axe }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
  const used = await addImage(api, 'used.png')
  const other = await addImage(api, 'other.png', { width: 401, height: 600 })
  await addMovie(api, { image: used.url })
  await page.goto('/gallery')
  await box(page, 'used.png').check()
  await box(page, 'other.png').check()
  await axe()
  await bar(page, 'images').getByRole('button', { name: 'Delete 2 images' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 of these images is used. Records that use an image keep the image.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bar(page, 'images').getByRole('button', { name: 'Set alt text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set alt text of 2 images' })
  await axe()
  await dialog.getByLabel('Alt text').fill('A poster')
  await dialog.getByRole('button', { name: 'Set alt text' }).click()
  await expect(notices(page)).toContainText('The alt text of 2 images was set.')
  const texts = async () => (await api.call(images.list, { query: {} })).map(({ altText }) => altText)
  expect(await texts()).toEqual(['A poster', 'A poster'])
  await undo(page)
  await expect(notices(page)).toContainText('All 2 changes undone.')
  expect(await texts()).toEqual(['', ''])
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await bar(page, 'images').getByRole('button', { name: 'Download image files' }).click()
  await expect(notices(page)).toContainText('2 images downloaded.')
  await expect.poll(() => downloads.sort()).toEqual([other, used].map(({ name }) => name.replace('.png', '.webp')).sort())
})

test('the genre of several movies is set from the keyboard alone, and what a colleague has changed meanwhile is told', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await deleteAll(api, movies)
  const [c, b, a] = [
    await addMovie(api, { title: 'Many C' }),
    await addMovie(api, { title: 'Many B' }),
    await addMovie(api, { title: 'Many A' }),
  ]
  const genres = () => Promise.all([a, b, c].map(async ({ _id }) => (await api.call(movies.get, { params: { id: _id } })).genre))
  await page.goto('/')
  await expect(box(page, 'Many A')).toBeAttached()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(bar(page, 'movies')).toContainText('1 selected')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(bar(page, 'movies')).toContainText('3 selected')
  await axe()
  await page.keyboard.press('F6')
  await expect(bar(page, 'movies')).toBeFocused()
  await bar(page, 'movies').getByRole('button', { name: 'Set genre' }).press('Enter')
  const genre = page.getByRole('dialog', { name: 'Set genre of 3 movies' }).getByLabel('Genre')
  await expect(genre).toBeFocused()
  // The page hears of the colleague's change, but the question was about the movies as they were.
  await api.call(movies.update, { params: { id: b._id }, body: { ...b, title: 'Renamed B' } })
  await expect(page.getByText('Renamed B').first()).toBeAttached()
  await genre.fill('Silent')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText("2 movies now have the genre “Silent”. 1 wasn't changed.")
  expect(await genres()).toEqual(['Silent', 'Horror', 'Silent'])
  const left = page.getByRole('alert').filter({ hasText: "1 movie wasn't changed." })
  await expect(left).toContainText('This movie has been changed by another user.')
  await notices(page).getByRole('button', { name: 'Show movies' }).press('Enter')
  await expect(left.getByRole('link', { name: 'Many B' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText('All 2 changes undone.')
  expect(await genres()).toEqual(['Horror', 'Horror', 'Horror'])
  await page.keyboard.press('Escape')
  await expect(bar(page, 'movies')).toBeHidden()
})

test('a click with Shift selects a range, another filter clears the selection, and nothing moves', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  for (let at = 0; at < 24; at++) await addMovie(api, { title: `Still ${String(at).padStart(2, '0')}` })
  await page.goto('/')
  const card = page.getByRole('listitem').filter({ hasText: 'Still 23' })
  await expect(box(page, 'Still 23')).toHaveCSS('opacity', '1')
  await card.hover()
  const before = await card.boundingBox()
  await box(page, 'Still 23').click()
  await box(page, 'Still 20').click({ modifiers: ['Shift'] })
  await expect(bar(page, 'movies')).toContainText('4 selected')
  expect(await card.boundingBox()).toEqual(before)
  await box(page, 'Still 21').click()
  await expect(bar(page, 'movies')).toContainText('3 selected')
  const coming = page.waitForEvent('download')
  await bar(page, 'movies').getByRole('button', { name: 'Download selected movies as CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer)
  const titles = Buffer.concat(chunks)
    .toString()
    .match(/^Still \d\d/gm)
  expect(titles).toEqual(['Still 23', 'Still 22', 'Still 20'])
  await page.getByRole('textbox', { name: 'Search' }).fill('still 1')
  await expect(bar(page, 'movies')).toBeHidden()
})

test('news items are moved to another day together', async ({ signedIn: page, api }) => {
  await deleteAll(api, news)
  const items = [await addNews(api, { title: 'One', date: '2026-11-01' }), await addNews(api, { title: 'Two', date: '2026-11-02' })]
  const dates = () => Promise.all(items.map(async ({ _id }) => (await api.call(news.get, { params: { id: _id } })).date))
  await page.goto('/news')
  for (const { title } of items) await box(page, title).check()
  await bar(page, 'news items').getByRole('button', { name: 'Move date' }).click()
  await page.getByRole('dialog', { name: 'Move date of 2 news items' }).getByLabel('Publication Date').fill('2037-12-04')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText('2 news items were moved to')
  expect(await dates()).toEqual(['2037-12-04', '2037-12-04'])
  await undo(page)
  await expect(notices(page)).toContainText('All 2 changes undone.')
  expect(await dates()).toEqual(['2026-11-01', '2026-11-02'])
})

test('promo codes are paused and started together, without those that have expired', async ({ signedIn: page, api }) => {
  await deleteAll(api, promoCodes)
  const codes = [
    await addPromoCode(api, { code: 'MANY-A' }),
    await addPromoCode(api, { code: 'MANY-B' }),
    await addPromoCode(api, { code: 'MANY-C', lastDay: '2026-01-01' }),
  ]
  const paused = () => Promise.all(codes.map(async ({ _id }) => (await api.call(promoCodes.get, { params: { id: _id } })).paused))
  await page.goto('/bookings/promo-codes')
  await box(page, 'MANY-A').focus()
  await page.keyboard.press('Control+a')
  await expect(bar(page, 'promo codes')).toContainText('3 selected')
  await bar(page, 'promo codes').getByRole('button', { name: 'Pause' }).click()
  await expect(notices(page)).toContainText('2 promo codes are paused.')
  expect(await paused()).toEqual([true, true, false])
  await undo(page)
  await expect(notices(page)).toContainText('All 2 changes undone.')
  expect(await paused()).toEqual([false, false, false])
  await bar(page, 'promo codes').getByRole('button', { name: 'Start' }).click()
  await expect(notices(page)).toContainText('No promo codes needed changing.')
})

test('branches that are deleted together leave the list with one question, and the next one gets the focus', async ({
  signedIn: page,
  api,
}) => {
  const names = ['Selected One', 'Selected Two', 'Selected Three']
  for (const name of names) await addBranch(api, { name })
  await page.goto('/branches?q=selected')
  for (const name of names.slice(1)) await box(page, name).check()
  await bar(page, 'branches').getByRole('button', { name: 'Delete 2 branches' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 2 branches?' })
  await expect(question).toContainText('Upcoming bookings keep the branch names.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText('2 branches were deleted.')
  await expect(bar(page, 'branches')).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Selected One' }).locator(':focus')).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the menu of the list shows the checkboxes, and what can be done fits below the list', async ({ signedIn: page, api, axe }) => {
    await deleteAll(api, movies)
    for (const title of ['Tap A', 'Tap B', 'Tap C']) await addMovie(api, { title })
    await page.goto('/')
    // Roles leave out what is hidden.
    const hidden = page.locator('[data-entry] input[type=checkbox]')
    await expect(hidden).toHaveCount(3)
    await expect(hidden.first()).toBeHidden()
    const card = page.getByRole('listitem').filter({ hasText: 'Tap C' })
    const before = await card.boundingBox()
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await expect(bar(page, 'movies')).toContainText('0 selected')
    await expect(bar(page, 'movies').getByRole('button', { name: 'Select all 3' })).toBeVisible()
    expect(await card.boundingBox()).toEqual(before)
    await box(page, 'Tap A').tap()
    await box(page, 'Tap B').tap()
    await expect(bar(page, 'movies')).toContainText('2 selected')
    await axe()
    const { width = 0 } = (await bar(page, 'movies').boundingBox()) ?? {}
    expect(width).toBeLessThanOrEqual(390)
    await bar(page, 'movies').getByRole('button', { name: 'Delete 2 movies' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await expect(notices(page)).toContainText('2 movies were deleted.')
    await undo(page)
    await expect(notices(page)).toContainText('All 2 changes undone.')
  })
})
