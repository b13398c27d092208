import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { addBooking, addBranch } from './chain.ts'
import { expect, test } from './fixtures.ts'

const date = '2031-09-12'
const list = (branchName: string) => `/bookings?date=${date}&branchName=${encodeURIComponent(branchName)}`
const bytesOf = async (file: Download) => readFile(await file.path())

async function download(page: Page, format: 'Excel' | 'CSV') {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('button', { name: format, exact: true }).click()
  return coming
}

test('a list is an Excel file after two actions from the keyboard, with the filter in its name and the numbers beside it', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const branchName = (await addBranch(api, { name: 'Größe & Söhne' })).name
  await addBooking(api, { branchName, date, fullName: 'שירה Weiß', phoneNumber: '0043 660 1234', status: 1 })
  await page.goto(list(branchName))
  await expect(page.getByRole('article')).toHaveCount(1)
  const button = page.getByRole('button', { name: 'Download', exact: true })
  await button.focus()
  // 1: the formats
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeVisible()
  await axe()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Excel', exact: true })).toBeFocused()
  // 2: Excel
  const coming = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^bookings-Größe & Söhne-2031-09-12-\d{4}-\d\d-\d\d\.xlsx$/)
  const { sheets } = await readXlsx(await bytesOf(file))
  expect(sheets[0]?.rows[1]?.slice(3, 6)).toEqual(['שירה Weiß', '0043 660 1234', 'Confirmed'])
  expect(sheets[1]?.rows).toContainEqual(['Branch', branchName, 0, 0, 1, 0])
})

test('a list that is too long for Excel is offered as CSV', async ({ signedIn: page, api }) => {
  const branchName = (await addBranch(api, { name: 'Long Hall' })).name
  await addBooking(api, { branchName, date })
  const error = 'This list has 60,000 rows. An Excel file can have 50,000. Download the list as CSV, or filter the list.'
  await page.route('**/api/bookings?**', (route) =>
    route.request().headers().accept?.includes('spreadsheetml')
      ? route.fulfill({ status: 422, json: { error, code: 'too_many_rows' } })
      : route.fallback(),
  )
  await page.goto(list(branchName))
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(error)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await bytesOf(await coming)).toString()).toContain('Long Hall')
})

test.describe('where numbers have a decimal comma', () => {
  test.use({ locale: 'de-AT' })

  test('the cells of a CSV file are separated by semicolons', async ({ signedIn: page, api }) => {
    const branchName = (await addBranch(api, { name: 'Semicolon' })).name
    await addBooking(api, { branchName, date })
    await page.goto(list(branchName))
    const [head, row] = (await bytesOf(await download(page, 'CSV'))).toString().split('\r\n')
    expect(head).toMatch(/^\ufeffbranchName;date;time;/)
    expect(row).toMatch(new RegExp(`^Semicolon;${date};`))
  })
})
