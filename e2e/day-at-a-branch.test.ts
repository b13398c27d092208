import type { Locator, Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { addBooking, addBranch } from './chain.ts'
import { overnight } from './clock.ts'
import { expect, test } from './fixtures.ts'

/** How many pages a PDF has. */
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test.describe('the day sheet', () => {
  test('is one click away from its day, and prints forty bookings on one page, light whatever the screen is', async ({
    signedIn: page,
    api,
    axe,
  }) => {
    const branch = await addBranch(api, { name: 'Sheet Hall' })
    const branchName = 'Sheet Palace'
    const guests = ['Ada Byron', 'نور الدين محمد', 'Wolfeschlegelsteinhausenbergerdorff Senior von der Donaudampfschifffahrtsgesellschaft']
    const book = (at: number, name = branchName) =>
      addBooking(api, {
        branchName: name,
        date: '2031-06-06',
        time: `${15 + (at % 8)}:15`,
        fullName: `${guests[at % 3]} ${at}`,
        phoneNumber: at % 2 ? 'ask for MAMA WOLF, +43 (0) 660 123 45 67' : 'call anna +43 (0) 660 123 45 67 - DW 123',
        status: at < 40 ? at % 2 : 2,
      })
    await book(0, branch.name)
    await api.call(branches.update, { params: { id: branch._id }, body: { ...branch, name: branchName } })
    for (let at = 1; at < 43; at++) await book(at)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/bookings?date=2031-06-06..2031-06-06&branchName=${encodeURIComponent(branchName)}`)
    await page.getByRole('link', { name: /^Day sheet/ }).click()
    await expect(page.getByRole('row')).toHaveCount(41)
    await expect(page.getByText('40 bookings (3 canceled not shown)')).toBeVisible()
    const times = await page.getByRole('row').locator('td:first-child').allTextContents()
    expect(times[0]).toMatch(/3:15|15:15/)
    await axe()

    for (const format of ['A4', 'Letter']) expect(pagesIn(await page.pdf({ format })), format).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation')).toBeHidden()
  })

  test('has room for both of its days on a phone', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/bookings?tab=sheet&date=2031-06-07..2031-06-08')
    for (const part of [page.getByLabel('Date from'), page.getByLabel('Date to'), page.getByRole('button', { name: 'Clear date' })])
      await expect(part).toBeInViewport({ ratio: 1 })
  })

  test('has one page for a branch that was renamed, whose bookings are one group in the list and its numbers too', async ({
    signedIn: page,
    api,
  }) => {
    const branch = await addBranch(api, { name: 'Sheet Before' })
    await addBooking(api, { branchName: 'Sheet Before', date: '2031-06-19', fullName: 'Ada Before' })
    await api.call(branches.update, { params: { id: branch._id }, body: { ...branch, name: 'Sheet After' } })
    await addBooking(api, { branchName: 'Sheet After', date: '2031-06-19', fullName: 'Ada After' })
    await page.goto('/bookings?tab=sheet&date=2031-06-19..2031-06-19')
    await expect(page.getByRole('region', { name: /^Sheet After, / })).toContainText('2 bookings')
    await expect(page.getByRole('region', { name: /^Sheet Before/ })).toHaveCount(0)
    await page.goto('/bookings?date=2031-06-19..2031-06-19')
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('button', { name: 'Show numbers' }).click()
    const group = page.getByRole('row', { name: /^Sheet After/ })
    await expect(group).toContainText('2')
    await expect(page.getByRole('row', { name: /^Sheet Before/ })).toHaveCount(0)
    await group.getByRole('button').click()
    for (const guest of ['Ada Before', 'Ada After']) await expect(page.getByRole('heading', { name: guest })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '2 bookings' })).toBeVisible()
  })

  test('without a branch has a page for each', async ({ signedIn: page, api }) => {
    for (const name of ['Sheet East', 'Sheet West']) {
      const branchName = (await addBranch(api, { name })).name
      await addBooking(api, { branchName, date: '2031-06-09' })
    }
    await page.goto('/bookings?tab=sheet&date=2031-06-09..2031-06-09')
    await expect(page.getByRole('table')).toHaveCount(2)
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBe(2)
  })

  for (const [how, sleep] of Object.entries(overnight))
    test(`without a day is that of the day it is, also where it ${how}`, async ({ signedIn: page, api }) => {
      const [day, nextDay] = [today(), daysAfter(today(), 1)]
      const branchName = (await addBranch(api, { name: `Sheet that ${how}` })).name
      await addBooking(api, { branchName, date: day, fullName: 'Of the day' })
      await addBooking(api, { branchName, date: nextDay, fullName: 'Of the next' })
      await page.clock.install({ time: `${day}T23:59:15` })
      await page.goto(`/bookings?tab=sheet&branchName=${encodeURIComponent(branchName)}`)
      await expect(page.getByText('Of the day')).toBeVisible()
      await sleep(page, nextDay)
      await expect(page.getByText('Of the next')).toBeVisible()
      await expect(page.getByText('Of the day')).toBeHidden()
      await expect(page.getByLabel('Date from')).toHaveValue(nextDay)
    })

  test('is not the list that a form leads back to', async ({ signedIn: page }) => {
    await page.goto('/bookings?status=0')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookings')
    await page.keyboard.press('s')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Day sheet')
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await expect(page.getByRole('link', { name: 'Back to Bookings' })).toHaveAttribute('href', '/bookings?status=0')
  })
})

test.describe('the closure of a branch', () => {
  test('shows each number whole on a phone', async ({ signedIn: page, api }) => {
    const branchName = (await addBranch(api, { name: 'Narrow Palace' })).name
    const phoneNumber = 'call anna +43 (0) 660 123 45 67 - DW 123'
    await addBooking(api, { branchName, date: '2031-07-06', phoneNumber })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/bookings?tab=closure&date=2031-07-06..2031-07-06&branchName=${encodeURIComponent(branchName)}`)
    const number = page.getByRole('link', { name: phoneNumber }).locator('bdi')
    await expect(number).toBeVisible()
    expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('takes five actions from the keyboard alone, reaches who booked under an old name, tells what was left, and one Undo', async ({
    signedIn: page,
    api,
    axe,
  }) => {
    const branch = await addBranch(api, { name: 'Zenith Before' })
    const branchName = 'Zenith Closed'
    const elsewhere = (await addBranch(api, { name: 'Zenith Open' })).name
    const date = '2031-07-07'
    const ada = await addBooking(api, { branchName: branch.name, date, fullName: 'Ada Byron' })
    await api.call(branches.update, { params: { id: branch._id }, body: { ...branch, name: branchName } })
    const [grace, changed] = await Promise.all([
      addBooking(api, { branchName, date, fullName: 'Grace Hopper', status: 1 }),
      addBooking(api, { branchName, date, fullName: 'Mary Changed' }),
      addBooking(api, { branchName, date: '2031-07-08', fullName: 'The day after' }),
      addBooking(api, { branchName: elsewhere, date, fullName: 'Elsewhere' }),
    ])
    const statuses = async (day: string) => {
      const items = await api.call(bookings.list, { query: { date: day, order: 'date' } })
      return Object.fromEntries(items.map(({ fullName, status }) => [fullName, status]))
    }
    await page.goto('/bookings')
    await expect(page.getByRole('link', { name: /^Close a branch on/ }).first()).toBeVisible()
    const keys = new Keys(page)

    // 1: to the closure
    await keys.press('c')
    // 2: the branch, by its first letters
    await expect(page.getByRole('combobox', { name: 'Branch' })).toBeFocused()
    await expect(page.getByRole('option', { name: branchName })).toBeAttached()
    await keys.type('zenith c')
    await expect(page).toHaveURL(/Zenith/)
    // 3: the day, whichever of its parts comes first
    await keys.tabTo(page.getByLabel('Date from'))
    await keys.type('07072031')
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: '3 bookings, 3 to cancel' })).toBeVisible()
    await expect(page.getByRole('link', { name: ada.phoneNumber }).first()).toHaveAttribute('href', /^tel:/)
    await axe()
    // 4: all of them
    await keys.tabTo(page.getByRole('button', { name: 'Cancel 3 bookings…' }))
    await keys.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText(branchName)
    // What others do while the question stands is no part of the answer.
    await api.call(bookings.update, { params: { id: changed._id }, body: { ...changed, status: 1 } })
    await addBooking(api, { branchName, date, fullName: 'Last Minute' })
    await expect(page.getByText('4 bookings, 4 to cancel')).toBeAttached()
    await expect(page.getByRole('heading', { name: 'Cancel 3 bookings?' })).toBeVisible()
    // 5: yes
    await keys.tabTo(page.getByRole('button', { name: 'Cancel bookings' }))
    await keys.press('Enter')

    await expect(page.getByText("2 bookings are now canceled. 1 wasn't changed.")).toBeVisible()
    await expect(page.getByRole('link', { name: /Mary Changed/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: '4 bookings, 2 to cancel' })).toBeVisible()
    expect(await statuses(date)).toEqual({ 'Ada Byron': 2, 'Grace Hopper': 2, 'Mary Changed': 1, 'Last Minute': 0, Elsewhere: 0 })
    expect(await statuses('2031-07-08')).toEqual({ 'The day after': 0 })
    expect(keys.pressed).toBeLessThan(40)

    await page.keyboard.press('Control+z')
    await expect(page.getByRole('heading', { name: '4 bookings, 4 to cancel' })).toBeVisible()
    const asBefore = { 'Ada Byron': ada.status, 'Grace Hopper': grace.status, 'Mary Changed': 1, 'Last Minute': 0, Elsewhere: 0 }
    expect(await statuses(date)).toEqual(asBefore)
  })

  test('asks for the branch first, and says where nobody has booked', async ({ signedIn: page }) => {
    await page.goto('/bookings?tab=closure&date=2031-02-30')
    await expect(page.getByRole('heading', { name: 'Which branch is closing?' })).toBeVisible()
    await expect(page.getByText('no longer exist (date)')).toBeVisible()
    await page.goto('/bookings?tab=closure&date=2031-02-28&branchName=Gone')
    await expect(page.getByText('There are no bookings on these days.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel bookings' })).toBeDisabled()
  })
})

/** Presses keys and counts them. */
class Keys {
  pressed = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string) {
    this.pressed++
    await this.#page.keyboard.press(key)
  }

  async type(text: string) {
    this.pressed += text.length
    await this.#page.keyboard.type(text)
  }

  /** A date has a stop for each of its parts. */
  async tabTo(control: Locator) {
    for (let stops = 0; stops < 12; stops++) {
      if (await control.evaluate((its) => its === document.activeElement)) return
      await this.press('Tab')
    }
    throw new Error('The Tab key does not get there.')
  }
}
