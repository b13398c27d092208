import type { Locator, Page } from '@playwright/test'
import { bookings } from '../contract/bookings.ts'
import { branches } from '../contract/branches.ts'
import { daysAfter, today } from '../contract/dates.ts'
import { promoCodes } from '../contract/promo-codes.ts'
import type { Api } from './api.ts'
import { overnight } from './clock.ts'
import { hold, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { answer } from './movie-form.ts'

let made = 0
const unique = (word: string) => `${word}${process.pid}${++made}`

async function someBranch(api: Api) {
  const name = unique('Harbour ')
  await api.call(branches.create, {
    body: { name, address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] },
  })
  return name
}

async function someCode(api: Api, more: { percentage?: number; mostUses?: number } = {}) {
  const code = unique('PROMO').toUpperCase()
  const promoCode = await api.call(promoCodes.create, { body: { code, percentage: 20, ...more } })
  return promoCode
}

async function someBooking(api: Api, more: Partial<Record<'date' | 'time' | 'promoCode' | 'branchName' | 'phoneNumber', string>> = {}) {
  const branchName = more.branchName ?? (await someBranch(api))
  const fullName = unique('Ada Byron ')
  return api.call(bookings.create, {
    body: { date: '2037-11-27', time: '19:30', fullName, phoneNumber: '+44 20 7946 0121', ...more, branchName },
  })
}

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const codeInput = (page: Page) => page.getByLabel('Promo Code', { exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true })

async function fillIn(page: Page, branchName: string, fullName: string) {
  await page.getByLabel('Branch').selectOption(branchName)
  await page.getByLabel('Date').fill('2037-11-27')
  await page.getByLabel('Time').fill('19:30')
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Phone Number').fill('+44 20 7946 0121')
}

async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard never got there.')
}

test('a phone booking with a promo code is taken from the keyboard alone', async ({ signedIn: page, api, axe }) => {
  const branchName = await someBranch(api)
  const { code } = await someCode(api)
  const name = unique('Grace Hopper ')
  await page.goto('/bookings')
  await tabTo(page, page.getByRole('link', { name: 'New booking' }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Phone Number'))
  await page.keyboard.type('+44 20 7946 0121')
  await tabTo(page, page.getByLabel('Branch'))
  await expect(page.getByLabel('Branch').getByRole('option', { name: branchName })).toBeAttached()
  await page.keyboard.type(branchName)
  await tabTo(page, page.getByLabel('Date'))
  // Eleven throughout: day and month, twelve and twenty-four hours come out alike.
  await page.keyboard.type('11112026')
  await tabTo(page, page.getByLabel('Time'))
  await page.keyboard.type('1111a')
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.type(name)
  await tabTo(page, codeInput(page))
  await page.keyboard.type(code.toLowerCase())
  await expect(codeInput(page)).toHaveValue(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await expect(codeInput(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Clear promo code' })).toBeFocused()
  await axe()
  await tabTo(page, page.getByRole('button', { name: 'Create Booking' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bookings$/)
  const booked = card(page, name)
  for (const text of ['Pending', branchName, '+44 20 7946 0121', `20% off with ${code}`, '11:11']) await expect(booked).toContainText(text)
  await expect(booked.getByRole('link', { name: '+44 20 7946 0121' })).toHaveAttribute('href', 'tel:+442079460121')
  await axe()
})

test('a promo code fails, is mended, and cleared again', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api)
  await page.goto('/bookings/add')
  await apply(page).click()
  await expect(page.getByText('Please enter a promo code')).toBeVisible()
  await codeInput(page).fill('no-such-code')
  await expect(codeInput(page)).toHaveValue('NO-SUCH-CODE')
  await apply(page).click()
  await expect(page.getByText('Invalid or expired promo code')).toBeVisible()
  await expect(codeInput(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(codeInput(page)).toBeFocused()
  await codeInput(page).fill(code)
  await expect(page.getByText('Invalid or expired promo code')).toBeHidden()
  await apply(page).click()
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await expect(codeInput(page)).toHaveValue('')
  await expect(codeInput(page)).toBeEnabled()
  await expect(codeInput(page)).toBeFocused()
  await expect(page.getByText('discount applied')).toBeHidden()
})

test('a code that is typed in place of another has no discount until it is applied', async ({ signedIn: page, api }) => {
  const [carried, other] = [await someCode(api), await someCode(api, { percentage: 35 })]
  const { _id, fullName } = await someBooking(api, { promoCode: carried.code })
  await api.call(promoCodes.update, { params: { id: carried._id }, body: { code: carried.code, percentage: 20, paused: true } })
  const applied = page.getByText('discount applied')
  await page.goto(`/bookings/edit/${_id}`)
  await expect(applied).toHaveText('20% discount applied')
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await codeInput(page).pressSequentially(carried.code)
  await expect(applied).toBeHidden()
  await apply(page).click()
  // It is paused, but the booking carries it.
  await expect(applied).toHaveText('20% discount applied')

  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await codeInput(page).fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(page.getByText('Invalid or expired promo code')).toBeVisible()
  await expect(applied).toBeHidden()
  await codeInput(page).fill(other.code)
  await expect(applied).toBeHidden()
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(card(page, fullName)).toContainText(`35% off with ${other.code}`)
})

test('a booking that is there already is pointed out, with a link to it, and may be made all the same', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const first = await someBooking(api)
  const hint = page.getByText(/There is already a booking for/)
  const name = unique('Second Guest ')
  await page.goto('/bookings/add')
  await fillIn(page, first.branchName, name)
  await page.getByLabel('Phone Number').fill('0044 (20) 7946-0122')
  await expect(page.getByLabel('Phone Number')).toHaveValue('0044 (20) 7946-0122')
  await expect(hint).toBeHidden()
  await page.getByLabel('Phone Number').fill('0044 (20) 7946-0121')
  await expect(hint).toHaveText(`There is already a booking for ${first.fullName} at this time with this phone number. Create anyway?`)
  await expect(hint.getByRole('link')).toHaveAttribute('href', `/bookings/edit/${first._id}`)
  await axe()
  await page.getByLabel('Time').fill('19:31')
  await expect(hint).toHaveText(
    `There is already a booking for ${first.fullName} on this day at 19:30 with this phone number. Create anyway?`,
  )
  await page.getByLabel('Date').fill('2037-11-28')
  await expect(hint).toBeHidden()
  await page.getByLabel('Date').fill('2037-11-27')
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(card(page, name)).toBeVisible()
  await expect(card(page, first.fullName)).toBeVisible()

  const { _id } = await someBooking(api, { date: '2037-11-30', branchName: first.branchName })
  await page.goto(`/bookings/edit/${_id}`)
  await expect(page.getByLabel('Time')).toHaveValue('19:30')
  await page.getByLabel('Time').fill('19:35')
  await page.getByLabel('Time').fill('19:30')
  await page.waitForTimeout(800)
  await expect(hint).toBeHidden()
})

test('while the code is checked the field says so, and a second Apply does nothing', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api)
  let asked = 0
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/api/validate', async (route) => {
    asked += 1
    await gate
    await route.continue()
  })
  await page.goto('/bookings/add')
  await codeInput(page).fill(code)
  await codeInput(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Applying...' })).toHaveAttribute('aria-disabled', 'true')
  await expect(codeInput(page)).toHaveAttribute('aria-busy', 'true')
  await codeInput(page).press('Enter')
  open()
  await expect(page.getByText('20% discount applied')).toBeVisible()
  expect(asked).toBe(1)
})

test('a check that gets no answer says so, keeps the code, and can be made again', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api)
  await page.goto('/bookings/add')
  await page.route('**/api/validate', (route) => route.abort())
  await codeInput(page).fill(code)
  await apply(page).click()
  await expect(page.getByText("couldn't be checked because the server didn't respond")).toBeVisible()
  await expect(page.getByText('Invalid or expired promo code')).toBeHidden()
  await page.unroute('**/api/validate')
  await page.route('**/api/validate', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many attempts. Please try again in 4 seconds.' } }),
  )
  await apply(page).click()
  await expect(page.getByText('Too many attempts. Please try again in 4 seconds.')).toBeVisible()
  await page.unroute('**/api/validate')
  await apply(page).click()
  await expect(page.getByText('20% discount applied')).toBeVisible()
})

test('a code that was typed but not applied is applied when the form is sent', async ({ signedIn: page, api }) => {
  const branchName = await someBranch(api)
  const { code } = await someCode(api)
  const name = unique('Mary Ward ')
  await page.goto('/bookings/add')
  await fillIn(page, branchName, name)
  await codeInput(page).fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByText('Invalid or expired promo code')).toBeVisible()
  await expect(codeInput(page)).toBeFocused()
  await expect(page).toHaveURL(/\/bookings\/add$/)
  await codeInput(page).fill(code)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/bookings'))
  await page.getByRole('button', { name: 'Create Booking' }).click()
  expect((await sent).postDataJSON()).toEqual({
    branchName,
    date: '2037-11-27',
    time: '19:30',
    fullName: name,
    phoneNumber: '+44 20 7946 0121',
    status: 0,
    promoCode: code,
    discountPercentage: 20,
  })
  await expect(card(page, name)).toContainText(`20% off with ${code}`)
})

test('the last use of a code is taken meanwhile: the field says so and nothing typed is lost', async ({ signedIn: page, api }) => {
  const branchName = await someBranch(api)
  const { code } = await someCode(api, { mostUses: 1 })
  const name = unique('Late Guest ')
  await page.goto('/bookings/add')
  await fillIn(page, branchName, name)
  await codeInput(page).fill(code)
  await apply(page).click()
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await someBooking(api, { branchName, promoCode: code })
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to create booking. Please try again.')
  await expect(codeInput(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(codeInput(page)).toBeFocused()
  await expect(codeInput(page)).toHaveValue(code)
  await expect(page.getByLabel('Full Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(card(page, name)).toBeVisible()
  await expect(card(page, name)).not.toContainText('off with')
})

test('a booking is edited and confirmed, keeping the discount of a code that has ended and the branch that is gone', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { _id, code } = await someCode(api)
  const booking = await someBooking(api, { promoCode: code })
  await api.call(promoCodes.update, { params: { id: _id }, body: { code, percentage: 50, paused: true } })
  const all = await api.call(branches.list, { query: {} })
  const branch = all.find(({ name }) => name === booking.branchName)!
  await api.call(branches.remove, { params: { id: branch._id } })
  await page.goto('/bookings')
  await card(page, booking.fullName).getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
  await expect(page.getByLabel('Branch')).toHaveValue(booking.branchName)
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await expect(page.getByLabel('Time')).toHaveValue('19:30')
  await page.getByLabel('Status').selectOption('Confirmed')
  await page.getByLabel('Time').fill('20:15')
  await axe()
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(page).toHaveURL(/\/bookings$/)
  for (const text of ['Confirmed', '20:15', `20% off with ${code}`]) await expect(card(page, booking.fullName)).toContainText(text)
})

test('re-activating a booking whose code is used up is refused, and canceling it again goes through', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api, { mostUses: 1 })
  const booking = await someBooking(api, { promoCode: code })
  const { _id, branchName, date, time, fullName, phoneNumber, promoCode } = booking
  await api.call(bookings.update, { params: { id: _id }, body: { branchName, date, time, fullName, phoneNumber, promoCode, status: 2 } })
  await someBooking(api, { promoCode: code })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByLabel('Status').selectOption('Confirmed')
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update booking. Please try again.')
  await expect(codeInput(page)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Status').selectOption('Canceled')
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(card(page, fullName)).toContainText('Canceled')
})

test('a code whose answer comes after the form was left leaves no draft behind', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api)
  await page.goto('/bookings/add')
  const validation = await hold(page, '**/api/validate')
  await codeInput(page).fill(code)
  await apply(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await answer(page, 'Discard')
  const answered = page.waitForResponse('**/api/validate')
  validation.release()
  await (await answered).finished()
  await page.getByRole('link', { name: 'New booking' }).first().click()
  await expect(codeInput(page)).toHaveValue('')
  await expect(page.getByText('You have an unsaved booking')).toBeHidden()
})

test('a code that is taken out while the form waits for it stays out, whatever the answer is', async ({ signedIn: page, api }) => {
  const [branchName, code] = [await someBranch(api), await someCode(api, { percentage: 30 })]
  const applied = page.getByText('30% discount applied')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/validate') && asked.push(request.url()))
  for (const paused of [false, true]) {
    const name = unique('Vera Byron ')
    await page.goto('/bookings/add')
    await fillIn(page, branchName, name)
    await codeInput(page).fill(code.code)
    await apply(page).click()
    await expect(applied).toBeVisible()
    await page.getByLabel('Date').fill('2037-11-28')
    await api.call(promoCodes.update, { params: { id: code._id }, body: { code: code.code, percentage: 30, paused } })
    const line = await hold(page, '**/api/validate')
    asked.length = 0
    await page.getByRole('button', { name: 'Create Booking' }).click()
    await expect.poll(() => asked).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear promo code' }).click()
    await expect(codeInput(page)).toHaveValue('')
    line.release()
    await expect(card(page, name)).toBeVisible()
    await expect(card(page, name)).not.toContainText('off with')
  }
})

test('a code that is taken out while it is asked about leaves the field to another one', async ({ signedIn: page, api }) => {
  const [{ code }, other] = [await someCode(api), await someCode(api, { percentage: 35 })]
  const applied = page.getByText('discount applied')
  const clear = page.getByRole('button', { name: 'Clear promo code' })
  await page.goto('/bookings/add')
  await codeInput(page).fill(code)
  const lost = await unreachable(page, '**/api/validate')
  await apply(page).click()
  await expect(page.getByText("couldn't be checked because the server didn't respond")).toBeVisible()
  await lost.recover()
  const line = await hold(page, '**/api/validate')
  await apply(page).click()
  await expect(codeInput(page)).toHaveAttribute('aria-busy', 'true')
  await clear.click()
  await expect(codeInput(page)).toHaveValue('')
  await answeredLate(page, line)
  await expect(codeInput(page)).toHaveValue('')
  await expect(applied).toBeHidden()

  // The answer about the first one comes last.
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/api/validate', async (route) => {
    if (route.request().postDataJSON().code === code) await gate
    await route.continue()
  })
  const broken = await unreachable(page, '**/api/validate')
  await codeInput(page).fill(code)
  await apply(page).click()
  await expect(clear).toBeVisible()
  await broken.recover()
  await apply(page).click()
  await expect(codeInput(page)).toHaveAttribute('aria-busy', 'true')
  await clear.click()
  await codeInput(page).fill(other.code, { timeout: 5000 })
  await apply(page).click()
  await expect(applied).toHaveText('35% discount applied')
  const last = page.waitForResponse('**/api/validate')
  open()
  await (await last).finished()
  await page.waitForTimeout(300)
  await expect(codeInput(page)).toHaveValue(other.code)
  await expect(applied).toHaveText('35% discount applied')
})

test('a code that is typed in place of another while the form waits is asked about before anything is stored', async ({
  signedIn: page,
  api,
}) => {
  const [branchName, { code }] = [await someBranch(api), await someCode(api)]
  const name = unique('Vera Byron ')
  await page.goto('/bookings/add')
  await fillIn(page, branchName, name)
  await codeInput(page).fill(code)
  await apply(page).click()
  await page.getByLabel('Date').fill('2037-11-28')
  const line = await hold(page, '**/api/validate')
  const asked = page.waitForRequest('**/api/validate')
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await asked
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await codeInput(page).fill('NO-SUCH-CODE')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  line.release()
  await expect(page.getByText('Invalid or expired promo code')).toBeVisible()
  await expect(codeInput(page)).toHaveValue('NO-SUCH-CODE')
  // Whether there is such a booking already is asked whenever the day has stood for a while.
  expect(sent.filter((path) => path !== '/api/bookings/same')).toEqual(['/api/validate'])
})

test('a code that is given up with its draft while it is asked about does not come back', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api)
  const { _id, fullName } = await someBooking(api)
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByLabel('Full Name').fill('Somebody Else')
  await codeInput(page).fill(code)
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('moviebox.draft:')))).toBe(true)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  const line = await hold(page, '**/api/validate')
  await apply(page).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(codeInput(page)).toHaveValue('')
  await answeredLate(page, line)
  await expect(codeInput(page)).toHaveValue('')
  await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
  await expect(page.getByText('discount applied')).toBeHidden()
})

test('a phone number is dialled as it is meant, however it was written', async ({ signedIn: page, api }) => {
  const { fullName } = await someBooking(api, { phoneNumber: '+43 (0) 660 123 456 - DW 1234' })
  await page.goto('/bookings')
  const link = card(page, fullName).getByRole('link', { name: '+43 (0) 660 123 456 - DW 1234' })
  await expect(link).toHaveAttribute('href', 'tel:+43660123456;ext=1234')
})

test('a booking is deleted after a question, and comes back', async ({ signedIn: page, api }) => {
  const { fullName, branchName } = await someBooking(api)
  await page.goto('/bookings')
  await card(page, fullName)
    .getByRole('button', { name: /^Delete/ })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this booking?' })
  // A guest may have booked more than once.
  await expect(question).toHaveAccessibleDescription(`The booking for ${fullName} 27 November 2037, 19:30, ${branchName}`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, fullName)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, fullName)).toBeVisible()
})

test('a booking whose code was used up meanwhile stays deleted, and the notice says why', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api, { mostUses: 1 })
  const { fullName } = await someBooking(api, { promoCode: code })
  await page.goto('/bookings')
  await card(page, fullName)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, fullName)).toBeHidden()
  await someBooking(api, { promoCode: code })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/couldn't be restored\. This promo code has been used up/)).toBeVisible()
})

test('the status is changed in its place, from the keyboard alone, and Undo gives the code its use back', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { code, _id } = await someCode(api, { mostUses: 1 })
  const uses = async () => (await api.call(promoCodes.get, { params: { id: _id } })).uses
  const { fullName, branchName } = await someBooking(api, { promoCode: code })
  await page.goto(`/bookings?branchName=${branchName}`)
  const badge = page.getByRole('button', { name: `change status for ${fullName}` })
  const notice = page.getByRole('region', { name: 'Notices' })
  await badge.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: `Status for ${fullName}` })
  await expect(menu.getByRole('menuitemradio', { name: 'Pending' })).toBeFocused()
  await axe()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(notice).toContainText(`The booking for ${fullName} is now canceled.`)
  await expect(badge).toHaveText('Canceled')
  await expect(badge).toBeFocused()
  expect(await uses()).toBe(0)
  await page.keyboard.press('Control+z')
  await expect(notice).toContainText(`The booking for ${fullName} is pending again.`)
  expect(await uses()).toBe(1)

  await badge.press('Enter')
  await menu.getByRole('menuitemradio', { name: 'Canceled' }).click()
  await expect(badge).toHaveText('Canceled')
  await someBooking(api, { promoCode: code })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText("couldn't be changed back. This promo code has been used up.")
  await badge.press('Enter')
  await menu.getByRole('menuitemradio', { name: 'Confirmed' }).click()
  await expect(notice).toContainText("couldn't be changed. This promo code has been used up.")
  await expect(badge).toHaveText('Canceled')
})

test('a status that is changed keeps what somebody else has changed meanwhile, but for another status', async ({ signedIn: page, api }) => {
  const { _id, ...booking } = await someBooking(api)
  const asStored = () => api.call(bookings.get, { params: { id: _id } })
  const badge = page.getByRole('button', { name: `change status for ${booking.fullName}` })
  // It would show what the other one has done, sooner or later.
  await unreachable(page, '**/api/live?*')
  await page.goto(`/bookings?branchName=${booking.branchName}`)
  await expect(badge).toBeVisible()
  await api.call(bookings.update, { params: { id: _id }, body: { ...booking, time: '21:00' } })
  // At once, since the next key may come at once.
  const focusedByOpening = badge.evaluate((button: HTMLElement) => {
    button.click()
    return document.activeElement?.textContent
  })
  expect(await focusedByOpening).toBe('Pending')
  // And so would the list, where it is asked for again only now.
  const askedAgain = page.waitForResponse('**/api/bookings?*')
  await page.getByRole('menuitemradio', { name: 'Confirmed' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('is now confirmed.')
  await askedAgain
  expect(await asStored()).toMatchObject({ status: 1, time: '21:00' })

  await api.call(bookings.update, { params: { id: _id }, body: { ...booking, status: 2 } })
  await badge.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Pending' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText("couldn't be changed.")
  expect(await asStored()).toMatchObject({ status: 2 })
})

test('a status that is chosen while another one is on its way comes after it', async ({ signedIn: page, api }) => {
  const { _id, branchName, fullName } = await someBooking(api)
  const badge = page.getByRole('button', { name: `change status for ${fullName}` })
  const { promise: isChosen, resolve: choose } = Promise.withResolvers<void>()
  await page.route(`**/api/bookings/${_id}`, (route) => isChosen.then(() => route.fallback()), { times: 1 })
  await page.goto(`/bookings?branchName=${branchName}`)
  for (const status of ['Confirmed', 'Canceled']) {
    await badge.press('Enter')
    await page.getByRole('menuitemradio', { name: status }).press('Enter')
    await expect(badge).toHaveText(status)
  }
  choose()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('is now canceled.')
  expect(await api.call(bookings.get, { params: { id: _id } })).toMatchObject({ status: 2, version: 3 })
  for (const status of ['Confirmed', 'Pending']) {
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText(`is ${status.toLowerCase()} again.`)
  }
  expect(await api.call(bookings.get, { params: { id: _id } })).toMatchObject({ status: 0, version: 5 })
})

test('whoever confirms what is pending goes on with the next', async ({ signedIn: page, api }) => {
  const { branchName, fullName } = await someBooking(api)
  const next = await someBooking(api, { branchName, time: '21:00' })
  await page.goto(`/bookings?status=0&branchName=${branchName}`)
  await page.getByRole('button', { name: `change status for ${fullName}` }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Confirmed' }).press('Enter')
  await expect(card(page, fullName)).toBeHidden()
  await expect(card(page, next.fullName).locator(':focus')).toHaveCount(1)
})

for (const [which, date] of [
  ['upcoming', {}],
  ['past', { date: '2020-11-27' }],
] as const) {
  test(`a search for ${which} bookings that fails says so without the last number, and finds them at the second try`, async ({
    signedIn: page,
    api,
  }) => {
    const { fullName } = await someBooking(api, date)
    await page.goto('/bookings')
    await expect(page.getByText(/^\d+ bookings?$/)).toBeVisible()
    await page.route('**/api/bookings?*', (route) => route.abort())
    await page.getByRole('textbox', { name: 'Search' }).fill(fullName)
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch bookings')
    // The last number belonged to another search.
    await expect(page.getByText(/^\d+ bookings?$/)).toHaveCount(0)
    await page.unroute('**/api/bookings?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, fullName)).toBeVisible()
  })
}

test('branches that fail to load say so on the form, and load on another try', async ({ signedIn: page, api }) => {
  const branchName = await someBranch(api)
  await page.route('**/api/branches', (route) => route.abort())
  await page.goto('/bookings/add')
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch branches')
  await expect(page.getByLabel('Branch').getByRole('option')).toHaveText(['Select a branch'])
  await page.unroute('**/api/branches')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Branch').selectOption(branchName)
})

test('a day that is past is pointed out before it is booked, and taken all the same; one that is stored is not', async ({
  signedIn: page,
  api,
}) => {
  const past = daysAfter(today(), -1)
  const { _id } = await someBooking(api, { date: past })
  const told = page.getByText('This date is in the past.')
  await page.goto(`/bookings/edit/${_id}`)
  const day = page.getByLabel('Date', { exact: true })
  await expect(day).toHaveValue(past)
  await day.fill(today())
  await day.fill(daysAfter(today(), -2))
  await expect(told).toHaveText('This date is in the past. Save anyway?')
  await day.fill(past)
  await expect(told).toBeHidden()
  await page.goto('/bookings/add')
  await day.fill(past)
  await expect(told).toHaveText('This date is in the past. Create anyway?')
  await day.fill(today())
  await expect(told).toBeHidden()
})

for (const [how, sleep] of Object.entries(overnight))
  test(`a list that ${how} calls the next day today, and puts the last one with what is past`, async ({ signedIn: page, api }) => {
    const [day, nextDay] = [today(), daysAfter(today(), 1)]
    const branchName = await someBranch(api)
    const last = await someBooking(api, { branchName, date: day })
    const next = await someBooking(api, { branchName, date: nextDay })
    await page.clock.install({ time: `${day}T23:59:15` })
    await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
    const ofToday = page.getByRole('list', { name: /^Today, / }).getByRole('heading')
    await expect(ofToday).toHaveText([last.fullName])
    await sleep(page, nextDay)
    await expect(ofToday).toHaveText([next.fullName])
    await expect(page.getByRole('region', { name: 'Past bookings' }).getByRole('heading', { name: last.fullName })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toHaveCount(0)
  })

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Midway', 'UTC']) {
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId })
    test('a booking is on its own day, at its own time, on the card and in the form', async ({ signedIn: page, api }) => {
      const { _id, fullName } = await someBooking(api, { date: '2026-11-01', time: '00:05' })
      // As cards.
      await page.setViewportSize({ width: 1000, height: 900 })
      await page.goto('/bookings')
      const time = card(page, fullName).getByRole('time')
      await expect(time).toHaveAttribute('datetime', '2026-11-01T00:05')
      await expect(time).toHaveText('00:05Sun 1 Nov')
      const { width } = (await time.getByText('Sun 1 Nov').boundingBox())!
      expect(width, 'the day is in the heading, and on the card for screen readers only').toBeLessThanOrEqual(1)
      await page.goto(`/bookings/edit/${_id}`)
      await expect(page.getByLabel('Date')).toHaveValue('2026-11-01')
      await expect(page.getByLabel('Time')).toHaveValue('00:05')
    })
  })
}

test.describe('for somebody in the United States', () => {
  test.use({ locale: 'en-US' })
  test('the time is written with a.m. and p.m.', async ({ signedIn: page, api }) => {
    const { fullName } = await someBooking(api)
    await page.goto('/bookings')
    await expect(card(page, fullName).getByRole('time')).toContainText(/7:30\sPM/)
  })
})

/** The answer about a code comes, and whatever it would do is done. */
async function answeredLate(page: Page, line: { release: () => void }) {
  const answered = page.waitForResponse('**/api/validate')
  line.release()
  await (await answered).finished()
  await page.waitForTimeout(300)
}
