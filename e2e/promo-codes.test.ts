import type { Page } from '@playwright/test'
import { daysAfter, today } from '../contract/dates.ts'
import { promoCodes } from '../contract/promo-codes.ts'
import { expect, test } from './fixtures.ts'

let made = 0
const unique = (word: string) => `${word}${process.pid}X${++made}`
const day = (away: number) => daysAfter(today(), away)
const card = (page: Page, code: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: code, exact: true }) })

test('a promo code is made, changed, deleted and brought back', async ({ signedIn: page, axe }) => {
  const code = unique('AUTUMN')
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Promo codes' }).click()
  await page.getByRole('link', { name: 'New promo code' }).click()
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(page.getByText('Promo Code is required.')).toBeVisible()
  await expect(page.getByText('Percentage must be a whole number from 1 to 100.')).toBeVisible()
  await axe()
  await page.getByLabel('Promo Code').fill(code.toLowerCase())
  await expect(page.getByLabel('Promo Code')).toHaveValue(code)
  for (const [label, typed, refusal] of [
    ['Percentage', '12,5', 'Percentage must be a whole number from 1 to 100.'],
    ['Usage limit', '2,5', 'Usage limit must be a whole number of at least 1, or empty for no limit.'],
  ] as const) {
    await page.getByLabel(label).fill('')
    await page.getByLabel(label).pressSequentially(typed)
    await page.getByLabel(label).blur()
    await expect(page.getByLabel(label)).toHaveValue(typed)
    await expect(page.getByText(refusal)).toBeVisible()
  }
  await page.getByLabel('Percentage').fill('15 %')
  await page.getByLabel('Usage limit').fill('50')
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(page).toHaveURL(/\/bookings\/promo-codes$/)
  for (const text of ['15%', 'Active', 'No end date', '0 of 50 used']) await expect(card(page, code)).toContainText(text)
  await axe()

  await card(page, code)
    .getByRole('link', { name: `Edit ${code}` })
    .click()
  await page.getByLabel('Usage limit').fill('')
  await page.getByLabel('Last day').fill(day(-1))
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Update promo code' }).click()
  expect((await sent).postDataJSON()).toEqual({
    code,
    percentage: 15,
    firstDay: '',
    lastDay: day(-1),
    mostUses: null,
    paused: false,
    weekdays: [],
    branches: [],
  })
  for (const text of ['Expired', '0 used']) await expect(card(page, code)).toContainText(text)

  await card(page, code)
    .getByRole('button', { name: `Delete ${code}` })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this promo code?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, code)).toBeHidden()
  // The save before it can be taken back as well; this is the latest.
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('was deleted.')
  await page.keyboard.press('Control+z')
  await expect(card(page, code)).toBeVisible()
})

test('the badge says whether a code can be used', async ({ signedIn: page, api }) => {
  const code = unique('STATE')
  const states = [
    ['Active', {}],
    ['Active', { firstDay: day(0), lastDay: day(0) }],
    ['Paused', { paused: true }],
    ['Starts', { firstDay: day(2) }],
    ['Expired', { lastDay: day(-1), paused: true }],
  ] as const
  for (const [at, [, more]] of states.entries())
    await api.call(promoCodes.create, { body: { code: `${code}-${at}`, percentage: 5, ...more } })
  await page.goto('/bookings/promo-codes')
  for (const [at, [label]] of states.entries()) await expect(card(page, `${code}-${at}`)).toContainText(label)
})

test('a code that exists already is refused on its field, and what was typed stays', async ({ signedIn: page, api }) => {
  const code = unique('TWICE')
  await api.call(promoCodes.create, { body: { code, percentage: 5 } })
  await page.goto('/bookings/promo-codes/add')
  await page.getByLabel('Promo Code').fill(code)
  await page.getByLabel('Percentage').fill('10')
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(page.getByLabel('Promo Code')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Promo Code')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Failed to create promo code. Please try again.')
  await expect(page.getByLabel('Percentage')).toHaveValue('10')
})

test('the preview shows no number that no code can have', async ({ signedIn: page }) => {
  await page.goto('/bookings/promo-codes/add')
  const preview = page.getByText('Preview').locator('..')
  await page.getByLabel('Percentage').fill('15')
  await page.getByLabel('Usage limit').fill('50')
  for (const text of ['15%', 'Active', '0 of 50 used']) await expect(preview).toContainText(text)
  await page.getByLabel('Percentage').fill('150')
  await page.getByLabel('Usage limit').fill('-5')
  for (const text of ['–%', 'Active', '0 used']) await expect(preview).toContainText(text)
})

test('what is typed into the middle of a code stays there', async ({ signedIn: page }) => {
  await page.goto('/bookings/promo-codes/add')
  const code = page.getByLabel('Promo Code')
  await code.fill('ABEF')
  await code.press('Home')
  await code.press('ArrowRight')
  await code.press('ArrowRight')
  await page.keyboard.type('cd')
  await expect(code).toHaveValue('ABCDEF')
})

test('letters that a keyboard composes stay themselves until they are one, also in the middle of a code', async ({ signedIn: page }) => {
  const session = await page.context().newCDPSession(page)
  for (const path of ['/bookings/promo-codes/add', '/bookings/add']) {
    await page.goto(path)
    const code = page.getByLabel('Promo Code', { exact: true })
    await code.fill('AB')
    await code.press('ArrowLeft')
    for (const steps of [
      ['s', 'su', 'sum'],
      ['´', 'é'],
    ]) {
      for (const text of steps)
        await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await expect(code).toHaveValue(new RegExp(`${steps.at(-1)}B$`))
      await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
    }
    await expect(code).toHaveValue('ASUMÉB')
    await page.keyboard.type('x')
    await expect(code).toHaveValue('ASUMÉXB')
  }
})

test('each failure has its words', async ({ signedIn: page, api }) => {
  const { _id, code } = await api.call(promoCodes.create, { body: { code: unique('FAIL'), percentage: 5 } })
  await page.route('**/api/promo-codes/*', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
  await page.goto('/bookings/promo-codes')
  await card(page, code)
    .getByRole('button', { name: `Delete ${code}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to delete promo code')
  await page.goto(`/bookings/promo-codes/edit/${_id}`)
  await page.getByRole('button', { name: 'Update promo code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update promo code. Please try again.')
  await page.route('**/api/promo-codes/*', (route) => route.abort())
  await page.goto(`/bookings/promo-codes/edit/${_id}`)
  await expect(page).toHaveURL(/\/bookings\/promo-codes$/)
  await expect(page.getByText('Failed to fetch promo code details')).toBeVisible()
  await page.route('**/api/promo-codes?*', (route) => route.abort())
  await page.goto('/bookings/promo-codes')
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch promo codes')
})
