import { bookings } from '#contract/bookings.ts'
import { addBooking, addBranch, addImage, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { everyScreen } from './screens.ts'

const lists = ['/', '/bookings', '/bookings/promo-codes', '/branches', '/news', '/menu', '/gallery']

test('the first record of every list begins high up, on a desktop and on a phone', async ({ signedIn: desktop, api, browser, server }) => {
  await everyScreen(api)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: server.url })
  const phone = await context.newPage()
  await phone.goto('/livez')
  await phone.evaluate((token) => localStorage.setItem('authToken', token), api.token)
  for (const [page, limit] of [
    [desktop, 260],
    [phone, 330],
  ] as const)
    for (const path of lists) {
      await page.goto(path)
      const first = page.locator('[data-entry]').first()
      await expect(first, path).toBeVisible()
      const { y = limit } = (await first.boundingBox()) ?? {}
      expect.soft(y, `${path}, below ${limit}`).toBeLessThan(limit)
    }
  await context.close()
  await desktop.setViewportSize({ width: 720, height: 450 })
  await desktop.goto('/bookings')
  await expect(desktop.getByRole('article').first(), 'at 200 %').toBeInViewport({ ratio: 0.5 })
})

test('bookings are rows from 1024 px on and cards below; the choice of a user stays', async ({ signedIn: page, api }) => {
  await deleteAll(api, bookings)
  const { name: branchName } = await addBranch(api, { name: 'View Palace' })
  await addBooking(api, { branchName })
  const view = (name: string) => page.getByRole('radio', { name })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(view('Rows')).toBeChecked()
  await page.setViewportSize({ width: 1023, height: 768 })
  await expect(view('Cards')).toBeChecked()
  await view('Rows').press('Space')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(view('Rows')).toBeChecked()
})

test('the filters are counted on their button, opened and cleared from the keyboard; Escape gives the focus back', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await addBranch(api, { name: 'Filter Palace' })
  await addBooking(api, { branchName: 'Filter Palace' })
  await page.goto('/bookings')
  const button = page.getByRole('button', { name: /^Filters/ })
  await button.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pending', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/bookings?status=0')
  await expect(button).toHaveAccessibleName('Filters 1 set')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await axe()
  }
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL('/bookings')
  await expect(button).toHaveAccessibleName('Filters')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('headings nest without gaps on every screen', async ({ signedIn: page, api }) => {
  for (const { path, shows } of await everyScreen(api)) {
    await page.goto(path)
    await expect(page.getByText(shows).first(), path).toBeVisible()
    const levels = await page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) => all.map((each) => Number(each.tagName[1])))
    expect.soft(levels[0], path).toBe(1)
    for (const [at, level] of levels.entries()) expect.soft(level - (levels[at - 1] ?? 0), `${path}: ${levels}`).toBeLessThanOrEqual(1)
  }
})

test('pressed chips, the view and the active link differ in forced colours', async ({ signedIn: page, api }) => {
  await addBooking(api, { branchName: (await addBranch(api, { name: 'Forced Palace' })).name })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/bookings?date=..2020-01-01')
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        return `${backgroundColor} ${color}`
      })
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  expect(await look('main [aria-pressed=true]')).not.toBe(await look('main [aria-pressed=false]'))
  expect(await look('main label:has(:checked)')).not.toBe(await look('main label:has(:not(:checked))'))
  expect(await look('nav [aria-current=page]')).not.toBe(await look('nav a:not([aria-current])'))
})

test('J starts at the card that was edited', async ({ signedIn: page, api }) => {
  const movies = []
  for (const title of ['First', 'Second', 'Third']) movies.push(await addMovie(api, { title: `Edited ${title}` }))
  const edited = movies[1]?._id
  await page.goto('/?q=edited')
  await page.getByRole('link', { name: 'Edit Edited Second' }).click()
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page.locator(`[data-entry="${edited}"].marked`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator(`[data-entry="${edited}"]`).locator(':focus')).toHaveCount(1)
})

test('the picker begins in its search, and arrow keys move in its grid', async ({ signedIn: page, api }) => {
  for (const name of ['one', 'two', 'three', 'four', 'five']) await addImage(api, `grid-${name}.png`)
  await page.goto('/add')
  await page.getByRole('button', { name: 'Select from Gallery' }).first().press('Enter')
  const picker = page.getByRole('dialog')
  await expect(picker.getByRole('textbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('grid-')
  const choices = picker.getByRole('listitem').getByRole('button')
  await expect(choices).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choices.nth(3)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(choices.nth(4)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(choices.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(choices.nth(4)).toBeFocused()
})

test('what needs attention opens over the list', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Bare and in need' })
  await page.goto('/')
  const first = page.locator('[data-entry]').first()
  await expect(first).toBeVisible()
  const before = await first.boundingBox()
  await page.getByRole('button', { name: /attention/ }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /without a cover/ })).toBeVisible()
  expect(await first.boundingBox()).toEqual(before)
})
