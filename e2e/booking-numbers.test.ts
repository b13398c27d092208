import { readFile } from 'node:fs/promises'
import { today } from '#contract/dates.ts'
import { parseCsv } from '#testing/csv.ts'
import { monthInWords } from '#web/components/dates.ts'
import { addBooking, addBranch, addPromoCode } from './chain.ts'
import { expect, test } from './fixtures.ts'

test.describe('the numbers of the bookings that are shown', () => {
  test('open to bars that narrow the list down, and follow it', async ({ signedIn: page, api, axe }) => {
    const branchName = (await addBranch(api, { name: 'Numbers Regal' })).name
    const other = (await addBranch(api, { name: 'أرقام' })).name
    const { code } = await addPromoCode(api, { code: 'NUMBERS', percentage: 25 })
    const made = [
      { branchName, date: '2031-05-02', promoCode: code },
      { branchName, date: '2031-05-02', status: 1 },
      { branchName, date: '2031-05-04', status: 2 },
      { branchName: other, date: '2031-05-04', promoCode: code, status: 1 },
    ]
    for (const values of made) await addBooking(api, values)
    await page.goto('/bookings?date=2031-05-01..2031-05-31')
    const line = page.getByRole('region', { name: 'Numbers' })
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('button', { name: 'Show numbers' }).click()
    await expect(line).toBeFocused()
    await expect(line).toContainText('2 confirmed')
    await expect(line).toContainText('1 pending')
    const chart = page.getByRole('toolbar', { name: 'Per day' })
    // Every day of the period has a bar.
    await expect(chart.getByRole('button')).toHaveCount(31)
    await expect(page.getByText('4 bookings, 1 of them canceled')).toBeVisible()
    await expect(page.getByText('2 bookings at 25% (canceled not counted)')).toBeVisible()
    await axe()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1280, height: 720 })

    await page.getByRole('button', { name: other }).click()
    await expect(line).toContainText('1 confirmed')
    await expect(page.getByText(': 1 booking', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: other }).click()
    await expect(page.getByText('4 bookings, 1 of them canceled')).toBeVisible()

    await chart.getByRole('button').first().focus()
    for (let day = 1; day < 4; day++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/date=2031-05-04\.\.2031-05-04/)
    await expect(line).toContainText('1 canceled')

    await page.reload()
    await expect(chart.getByRole('button')).toHaveCount(1)
    await page.getByRole('button', { name: 'Hide numbers' }).click()
    await expect(chart).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('are never those of another question, also where no answer comes', async ({ signedIn: page, api, context }) => {
    const { name: branchName } = await addBranch(api, { name: 'Numbers Unanswered' })
    await addBooking(api, { branchName, date: '2031-03-03', status: 1 })
    await page.goto(`/bookings?date=2031-03-01..2031-03-31&branchName=${encodeURIComponent(branchName)}`)
    const line = page.getByRole('region', { name: 'Numbers' })
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.keyboard.press('o')
    await expect(line).toContainText('1 confirmed')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Canceled', exact: true }).click()
    await expect(line).toContainText("couldn't be loaded")
    await expect(line).not.toContainText('1 confirmed')
    await context.setOffline(false)
    await expect(line).toContainText('0 canceled')
  })

  test('are asked for when the list is there, which they would hold up', async ({ signedIn: page, api }) => {
    const { name: branchName } = await addBranch(api, { name: 'Numbers Later' })
    await addBooking(api, { branchName, date: '2031-03-04', status: 1 })
    await page.goto(`/bookings?date=2031-03-04..2031-03-04&branchName=${encodeURIComponent(branchName)}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.keyboard.press('o')
    await expect(page.getByRole('toolbar', { name: 'Per day' })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const list = Promise.withResolvers<void>()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.route('**/api/bookings?*', async (route) => {
      await list.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Canceled', exact: true }).click()
    await expect.poll(() => asked).toContain('/api/bookings')
    for (const part of ['totals', 'numbers']) expect(asked).not.toContain(`/api/bookings/${part}`)
    list.resolve()
    await expect(page.getByText('There are no bookings to count.')).toBeVisible()
    for (const part of ['totals', 'numbers']) expect(asked).toContain(`/api/bookings/${part}`)
  })

  test('of a month are a file after three actions and seven keys', async ({ signedIn: page, api }) => {
    const branchName = (await addBranch(api, { name: 'Month End' })).name
    await addBooking(api, { branchName, date: today(), status: 1 })
    await page.goto('/bookings')
    await expect(page.getByRole('article').first()).toBeVisible()
    const press = (key: string) => page.keyboard.press(key)
    const month = page.getByRole('button', { name: monthInWords(today().slice(0, 7)), exact: true })
    // 1: all of the numbers
    await press('o')
    await expect(month).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Per day' }), 'of this month, while the list shows all days').toBeVisible()
    // 2: of this month
    await press('Tab')
    await press('Tab')
    await expect(month).toBeFocused()
    await press('Enter')
    await expect(page).toHaveURL(new RegExp(`date=${today().slice(0, 7)}-01`))
    // 3: as a file
    await press('Tab')
    await press('Tab')
    await expect(page.getByRole('button', { name: 'Download numbers as CSV' })).toBeFocused()
    const file = page.waitForEvent('download')
    await press('Enter')
    const table = parseCsv(await readFile(await (await file).path(), 'utf8'))
    expect(table[0]).toEqual(['by', 'value', 'discountPercentage', 'pending', 'confirmed', 'canceled'])
    expect(table).toContainEqual(['branch', branchName, '0', '0', '1', '0'])
  })
})
