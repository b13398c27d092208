import type { Page } from '@playwright/test'
import { daysAfter, today } from '../contract/dates.ts'
import { addBooking, addBranch, addPromoCode } from './chain.ts'
import { expect, test } from './fixtures.ts'

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

// At any moment one of them has another day than the chain.
for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Midway'])
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('goes by the day that it is for the chain: badge, filter and answer agree', async ({ signedIn: page, api }) => {
      const [day, word] = [today(), timezoneId.slice(8, 11).toUpperCase()]
      await addPromoCode(api, { code: `${word}LAST`, lastDay: day })
      await addPromoCode(api, { code: `${word}FIRST`, firstDay: day })
      await addPromoCode(api, { code: `${word}OVER`, lastDay: daysAfter(day, -1) })
      await addPromoCode(api, { code: `${word}NEXT`, firstDay: daysAfter(day, 1) })
      await page.goto(`/bookings/promo-codes?q=${word}`)
      for (const [code, state] of [
        ['LAST', 'Active'],
        ['FIRST', 'Active'],
        ['OVER', 'Expired'],
        ['NEXT', 'Starts'],
      ])
        await expect(card(page, word + code)).toContainText(state ?? '')
      await page.goto(`/bookings/promo-codes?q=${word}&state=active`)
      await expect(page.getByText('2 promo codes')).toBeVisible()

      const { name: branchName } = await addBranch(api, { name: `Pier ${word}` })
      const guest = await addBooking(api, { branchName, date: day, fullName: `Guest ${word}` })
      await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
      await expect(page.getByRole('list', { name: /^Today, / }).getByRole('heading')).toHaveText([guest.fullName])
      await page.goto('/bookings/add')
      await page.getByLabel('Date', { exact: true }).fill(day)
      await page.getByLabel('Promo Code').fill(`${word}LAST`)
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByText('% discount applied')).toBeVisible()
      await expect(page.getByText('This date is in the past.')).toBeHidden()
      await expect(page.getByRole('radio', { name: 'Today' })).toBeChecked()
    })
  })

test('a clock that is days wrong changes no state', async ({ signedIn: page, api }) => {
  await addPromoCode(api, { code: 'WRONGCLOCK', lastDay: today() })
  await page.clock.setFixedTime(Date.now() + 5 * 86_400_000)
  await page.goto('/bookings/promo-codes?q=WRONGCLOCK')
  await expect(card(page, 'WRONGCLOCK')).toContainText('Active')
})

for (const [locale, year] of [
  ['th-TH', /2031/],
  ['fa-IR', /2031|۲۰۳۱/],
  ['ps-AF', /2031|۲۰۳۱/],
  ['ckb-IQ', /2031|٢٠٣١|۲۰۳۱/],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('days are those of the calendar that they are typed in', async ({ signedIn: page, api }) => {
      await addBranch(api)
      const { fullName } = await addBooking(api, { date: '2031-06-07', fullName: `Guest of ${locale}` })
      await page.goto(`/bookings?q=${locale}`)
      await expect(card(page, fullName)).toBeVisible()
      await expect(
        page
          .getByRole('list')
          .filter({ has: card(page, fullName) })
          .first(),
      ).toHaveAccessibleName(year)
    })
  })

test('a year of two digits is refused with what to do, and no date of before can be chosen', async ({ signedIn: page }) => {
  for (const [at, label, first, save] of [
    ['/news/add', 'Publication Date', '1900', 'Save News'],
    ['/bookings/add', 'Date', '2000', 'Create Booking'],
  ] as const) {
    await page.goto(at)
    const date = page.getByLabel(label, { exact: true })
    await expect(date).toHaveAttribute('min', `${first}-01-01`)
    await expect(date).toHaveAttribute('max', '2200-12-31')
    await date.fill('0026-12-24')
    await page.getByRole('button', { name: save }).click()
    await expect(page.getByText(`${label} must be from ${first} to 2200. Enter the year with four digits.`)).toBeVisible()
  }
})
