import type { Page } from '@playwright/test'
import { bookings } from '../contract/bookings.ts'
import { branches } from '../contract/branches.ts'
import { today } from '../contract/dates.ts'
import { promoCodes } from '../contract/promo-codes.ts'
import type { Api } from './api.ts'
import { hold, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { typist } from './typist.ts'

let made = 0
const unique = (word: string) => `${word}${process.pid}${++made}`
/** Nobody else's: no other ends like it. */
const someNumber = () => `0${String(7_000_000_000 + process.pid * 100 + ++made)}`

async function someBranch(api: Api) {
  const name = unique('Aquarium ')
  const { _id } = await api.call(branches.create, {
    body: { name, address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] },
  })
  return { _id, name }
}

/** Somebody who has booked twice at seven in the evening. */
async function someCaller(api: Api, { fullName = unique('Anna Lind '), phoneNumber = someNumber() } = {}) {
  const branchName = (await someBranch(api)).name
  for (const date of ['2026-10-02', '2026-10-09'])
    await api.call(bookings.create, { body: { branchName, date, time: '19:00', fullName, phoneNumber } })
  return { branchName, fullName, phoneNumber }
}

const storedWith = (api: Api, phoneNumber: string) => api.call(bookings.list, { query: { q: phoneNumber.slice(1) } })
const phone = (page: Page) => page.getByLabel('Phone Number')
const callers = (page: Page) => page.getByRole('listbox', { name: 'Previous guests' })
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

async function openForm(page: Page) {
  await page.goto('/bookings/add')
  await expect(phone(page)).toBeFocused()
}

/** The first `weekday` from today on, as the chips have it. */
function first(weekday: number) {
  const now = new Date()
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + ((weekday - now.getDay() + 7) % 7)))
}

test('a caller who is known has a booking after few keys, in less than 20 seconds', async ({ signedIn: page, api, axe }) => {
  const { branchName, fullName, phoneNumber } = await someCaller(api)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  const { press, type, sofar } = typist(page)
  await press('n')
  await expect(phone(page)).toBeFocused()
  await type(phoneNumber)
  await expect(callers(page).getByRole('option', { name: fullName })).toHaveAttribute('aria-selected', 'true')
  await axe()
  await press('Enter')
  await expect(page.getByLabel('Date')).toBeFocused()
  await press('f')
  await press('Enter')
  await expect(notices(page)).toContainText(`The booking for ${fullName} was saved.`)
  const { keys, seconds } = sofar()
  expect(keys).toBeLessThanOrEqual(phoneNumber.length + 4)
  expect(seconds).toBeLessThan(20)
  const stored = (await storedWith(api, phoneNumber)).find(({ date }) => date === first(5))
  expect(stored).toMatchObject({ branchName, time: '19:00', fullName, phoneNumber })
})

test('what is offered goes with the focus, and nothing under it moves', async ({ signedIn: page, api }) => {
  const { phoneNumber } = await someCaller(api)
  await openForm(page)
  const code = page.getByLabel('Promo Code', { exact: true })
  const place = await code.boundingBox()
  await phone(page).fill(phoneNumber)
  await expect(callers(page)).toBeVisible()
  expect(await code.boundingBox()).toEqual(place)
  await page.getByLabel('Full Name').focus()
  await expect(callers(page)).toBeHidden()
})

test('a new caller has a booking in less than 20 seconds, and the next one goes on at the same branch and day', async ({
  signedIn: page,
  api,
}) => {
  const { name: branchName } = await someBranch(api)
  await page.goto('/')
  await page.evaluate((name) => localStorage.setItem('moviebox.bookings.branch', name), branchName)
  const [one, other] = [
    { fullName: unique('Grace '), phoneNumber: someNumber() },
    { fullName: unique('Mary '), phoneNumber: someNumber() },
  ]
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  const { press, type, sofar } = typist(page)
  await press('n')
  await expect(phone(page)).toBeFocused()
  await type(one.phoneNumber)
  await press('Enter')
  await expect(page.getByLabel('Date')).toBeFocused()
  await press('s')
  await press('Enter')
  // Eleven in the morning, on a clock of twelve hours and of twenty-four.
  await type('1111a')
  await press('Enter')
  await type(one.fullName)
  await press('Control+Shift+Enter')
  await expect(notices(page)).toContainText(`The booking for ${one.fullName} was saved.`)
  const { keys, seconds } = sofar()
  expect(keys).toBeLessThanOrEqual(one.phoneNumber.length + one.fullName.length + 11)
  expect(seconds).toBeLessThan(20)

  await expect(phone(page)).toBeFocused()
  await expect(phone(page)).toHaveValue('')
  await expect(page.getByLabel('Branch')).toHaveValue(branchName)
  await expect(page.getByLabel('Date')).toHaveValue(first(6))
  for (const label of ['Time', 'Full Name']) await expect(page.getByLabel(label)).toHaveValue('')
  await type(other.phoneNumber)
  await press('Enter')
  await expect(page.getByLabel('Time')).toBeFocused()
  await type('1111a')
  await press('Enter')
  await type(other.fullName)
  await press('Enter')
  await expect(notices(page)).toContainText(`The booking for ${other.fullName} was saved.`)
  for (const { phoneNumber, fullName } of [one, other])
    expect(await storedWith(api, phoneNumber)).toMatchObject([{ branchName, date: first(6), time: '11:11', fullName, phoneNumber }])
})

test('whoever stands in the promo code takes the next caller from there, with a code and without one', async ({ signedIn: page, api }) => {
  const code = unique('PHONE').toUpperCase()
  await api.call(promoCodes.create, { body: { code, percentage: 20 } })
  const { fullName, phoneNumber } = await someCaller(api)
  const promoCode = page.getByLabel('Promo Code')
  await openForm(page)
  for (const [date, typed] of [
    ['2037-12-03', code],
    ['2037-12-04', ''],
  ] as const) {
    await phone(page).fill(phoneNumber)
    await callers(page).getByRole('option', { name: fullName }).click()
    await page.getByLabel('Date').fill(date)
    await promoCode.fill(typed)
    await promoCode.press('Control+Shift+Enter')
    await expect(phone(page)).toHaveValue('')
    await expect(phone(page)).toBeFocused()
  }
  const stored = await storedWith(api, phoneNumber)
  expect(stored.find(({ date }) => date === '2037-12-03')).toMatchObject({ promoCode: code, discountPercentage: 20 })
  expect(stored.find(({ date }) => date === '2037-12-04')).toMatchObject({ promoCode: '', discountPercentage: 0 })
})

test('an Enter that takes a word leads nowhere, and a day is a letter on a keyboard of other letters', async ({ signedIn: page }) => {
  await openForm(page)
  const fullName = page.getByLabel('Full Name')
  await fullName.focus()
  await fullName.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true })
  await expect(fullName).toBeFocused()
  await page.getByLabel('Date').dispatchEvent('keydown', { key: 'ь', code: 'KeyM' })
  await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
})

test('what is known of a caller goes where nothing was typed, and another one takes the place of the first', async ({
  signedIn: page,
  api,
}) => {
  const { branchName, fullName, phoneNumber } = await someCaller(api)
  const other = await someCaller(api, { phoneNumber, fullName: unique('محمد الفارسي ') })
  await openForm(page)
  await page.getByLabel('Time').fill('21:45')
  await phone(page).fill(`+49${phoneNumber.slice(1)}`)
  await expect(callers(page).getByRole('option')).toHaveText([new RegExp(other.fullName), new RegExp(fullName)])
  await phone(page).press('ArrowDown')
  await phone(page).press('Enter')
  await expect(callers(page)).toBeHidden()
  await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
  await expect(page.getByLabel('Branch')).toHaveValue(branchName)
  await expect(page.getByLabel('Time')).toHaveValue('21:45')
  await expect(phone(page)).toHaveValue(`+49${phoneNumber.slice(1)}`)

  await phone(page).fill(phoneNumber.slice(-6))
  await callers(page).getByRole('option', { name: other.fullName }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue(other.fullName)
  await expect(page.getByLabel('Branch')).toHaveValue(other.branchName)
  await expect(page.getByLabel('Time')).toHaveValue('21:45')
  await expect(phone(page), 'the end of a number becomes all of it').toHaveValue(phoneNumber)

  await page.getByLabel('Full Name').fill('Somebody Else')
  await phone(page).fill(phoneNumber.slice(-7))
  await expect(callers(page)).toBeVisible()
  await phone(page).press('Escape')
  await expect(callers(page)).toBeHidden()
  await phone(page).fill(phoneNumber.slice(-6))
  await callers(page).getByRole('option', { name: fullName, exact: false }).first().click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else')
})

test('the number of a known caller keeps the form in which it is known', async ({ signedIn: page, api }) => {
  const digits = someNumber().slice(1)
  const { fullName, phoneNumber } = await someCaller(api, { phoneNumber: `+44 ${digits}` })
  await openForm(page)
  for (const typed of [`0${digits}`, `0044${digits}`, digits.slice(-6)]) {
    await phone(page).fill(typed)
    await callers(page).getByRole('option', { name: fullName }).click()
    await expect(phone(page), typed).toHaveValue(phoneNumber)
  }
})

test('whoever is quicker than the answer goes on, and the one caller is filled in once it is there', async ({ signedIn: page, api }) => {
  const { branchName, fullName, phoneNumber } = await someCaller(api)
  await openForm(page)
  const line = await hold(page, '**/api/bookings/callers')
  const withdrawn = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/callers'))
  const asked = page.waitForRequest('**/api/bookings/callers')
  await phone(page).pressSequentially(phoneNumber.slice(0, -1))
  await asked
  await phone(page).pressSequentially(phoneNumber.slice(-1))
  await withdrawn
  await phone(page).press('Enter')
  await expect(page.getByLabel('Branch')).toBeFocused()
  await page.getByLabel('Date').press('m')
  line.release()
  await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
  await expect(page.getByLabel('Branch')).toHaveValue(branchName)
  await expect(page.getByLabel('Date')).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
})

test('what is half typed when the answer comes goes on as it was begun, and what was empty there is typed over', async ({
  signedIn: page,
  api,
}) => {
  for (const [begun, rest] of [
    ['1', '111a'],
    ['11', '11a'],
    ['', '1111a'],
  ] as const) {
    const { branchName, fullName, phoneNumber } = await someCaller(api)
    await page.evaluate((name) => localStorage.setItem('moviebox.bookings.branch', name), branchName)
    await openForm(page)
    const line = await hold(page, '**/api/bookings/callers')
    await page.keyboard.type(phoneNumber)
    for (const key of ['Enter', 'm', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByLabel('Time')).toBeFocused()
    await page.keyboard.type(begun)
    line.release()
    await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
    await page.keyboard.type(rest)
    await expect(page.getByLabel('Time')).toHaveValue('11:11')
  }
})

test('a half typed time stays where the caller is taken by hand, and is what is asked for next', async ({ signedIn: page, api }) => {
  const { fullName, phoneNumber } = await someCaller(api)
  await openForm(page)
  await page.getByLabel('Date').press('m')
  await page.getByLabel('Time').focus()
  await page.keyboard.type('11')
  await phone(page).fill(phoneNumber)
  await expect(callers(page)).toBeVisible()
  await phone(page).press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
  await expect(page.getByLabel('Time')).toBeFocused()
  await expect(page.getByLabel('Time')).toHaveValue('')
})

test('whoever is at the name when the answer comes types over it, or goes on with it', async ({ signedIn: page, api }) => {
  const fullName = page.getByLabel('Full Name')
  const { branchName, ...known } = await someCaller(api)
  await page.evaluate((name) => localStorage.setItem('moviebox.bookings.branch', name), branchName)
  for (const typed of ['Bert', '']) {
    await openForm(page)
    const line = await hold(page, '**/api/bookings/callers')
    await page.keyboard.type(known.phoneNumber)
    for (const key of ['Enter', 'm', 'Enter']) await page.keyboard.press(key)
    await page.keyboard.type('1111a')
    await page.keyboard.press('Enter')
    await expect(fullName).toBeFocused()
    line.release()
    await expect(fullName).toHaveValue(known.fullName)
    await page.keyboard.type(typed)
    await expect(fullName).toHaveValue(typed || known.fullName)
    await expect(page.getByLabel('Time')).toHaveValue('11:11')
  }
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText(`The booking for ${known.fullName} was saved.`)
})

test('a branch that is gone is remembered no more', async ({ signedIn: page, api }) => {
  const { _id, name } = await someBranch(api)
  await page.evaluate((last) => localStorage.setItem('moviebox.bookings.branch', last), name)
  await openForm(page)
  await expect(page.getByLabel('Branch')).toHaveValue(name)
  await api.call(branches.remove, { params: { id: _id } })
  await page.reload()
  await expect(page.getByLabel('Branch')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('moviebox.bookings.branch'))).toBeNull()
})

test('the next booking is taken once, however often one presses and however slow the line', async ({ signedIn: page, api }) => {
  const { fullName, phoneNumber } = await someCaller(api)
  const take = page.getByRole('button', { name: 'Create and add another' })
  await openForm(page)
  await phone(page).fill(phoneNumber)
  await callers(page).getByRole('option', { name: fullName }).click()
  await page.getByLabel('Date').fill('2037-12-01')
  const lost = await unreachable(page, '**/api/bookings', 'POST')
  await take.click()
  await expect(page.getByRole('alert')).toContainText('Failed to create booking. Please try again.')
  await expect(page.getByLabel('Full Name')).toHaveValue(fullName)
  await lost.recover()
  const line = await hold(page, '**/api/bookings', 'POST')
  await take.click()
  await expect(take).toHaveAttribute('aria-disabled', 'true')
  await take.click({ force: true })
  await page.keyboard.press('Control+Shift+Enter')
  line.release()
  await expect(notices(page)).toContainText(`The booking for ${fullName} was saved.`)
  await expect(phone(page)).toHaveValue('')
  await expect(phone(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  expect((await storedWith(api, phoneNumber)).filter(({ date }) => date === '2037-12-01')).toHaveLength(1)
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page)).toContainText(`The booking for ${fullName} was deleted.`)
  expect((await storedWith(api, phoneNumber)).filter(({ date }) => date === '2037-12-01')).toHaveLength(0)
  await page.getByRole('link', { name: 'Back to Bookings' }).click()
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true }), 'nothing asks about an empty form').toBeVisible()
})

test('what was just stored is taken back with one key from the next form, unless somebody has typed there', async ({
  signedIn: page,
  api,
}) => {
  const { fullName, phoneNumber } = await someCaller(api)
  const stored = async () => (await storedWith(api, phoneNumber)).filter(({ date }) => date === '2037-12-02').length
  await openForm(page)
  async function takeOne() {
    await phone(page).fill(phoneNumber)
    await callers(page).getByRole('option', { name: fullName }).click()
    await page.getByLabel('Date').fill('2037-12-02')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(phone(page)).toHaveValue('')
    await expect(phone(page)).toBeFocused()
    expect(await stored()).toBe(1)
  }
  await takeOne()
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText(`The booking for ${fullName} was deleted.`)
  expect(await stored()).toBe(0)
  await expect(phone(page)).toBeFocused()

  await takeOne()
  await page.keyboard.type('7')
  await page.keyboard.press('Control+z')
  await expect(phone(page)).toHaveValue('')
  await page.keyboard.press('Control+z')
  await page.getByLabel('Full Name').press('Control+z')
  expect(await stored()).toBe(1)
  // "No wait, Saturday": what was stored is two keys away.
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit booking' })).toBeVisible()
  await expect(page.getByLabel('Date')).toHaveValue('2037-12-02')
})

test('on a phone a caller is taken with a tap, a day with another', async ({ signedIn: page, api, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { branchName, fullName, phoneNumber } = await someCaller(api, { fullName: unique('محمد الفارسي ') })
  await openForm(page)
  await phone(page).fill(phoneNumber)
  const option = callers(page).getByRole('option', { name: fullName })
  await expect(option).toBeInViewport({ ratio: 1 })
  await axe()
  await option.click()
  await page.getByText('Tomorrow', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(notices(page)).toContainText(`The booking for ${fullName} was saved.`)
  expect(await storedWith(api, phoneNumber)).toContainEqual(expect.objectContaining({ branchName, time: '19:00', fullName }))
})

test('a number is shown in groups, called, and copied as it was typed', async ({ signedIn: page, api }) => {
  await page.context().grantPermissions(['clipboard-write'])
  const phoneNumber = someNumber()
  const { branchName } = await someCaller(api, { phoneNumber })
  const [, a = '', b = '', c = '', d = ''] = /^(...)(...)(...)(..)$/.exec(phoneNumber) ?? []
  await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
  const card = page.getByRole('listitem').first()
  await expect(card.getByRole('link', { name: `${a} ${b} ${c} ${d}` })).toHaveAttribute('href', `tel:${phoneNumber}`)
  await card.getByRole('button', { name: `Copy ${phoneNumber}` }).click()
  await expect(card.getByRole('status')).toHaveText('Copied')
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.press('Control+v')
  await expect(search).toHaveValue(phoneNumber)
})

test('each number of two has a link that dials it, in the list, on the day sheet and on the call list, without the note beside them', async ({
  signedIn: page,
  api,
}) => {
  const typed = '0660 5554443 (after 6 pm), 0676 7654321'
  const branchName = (await someBranch(api)).name
  const guest = { fullName: unique('Anna Lind '), phoneNumber: typed, date: '2037-12-03', time: '19:00' }
  await api.call(bookings.create, { body: { ...guest, branchName } })
  const query = `branchName=${encodeURIComponent(branchName)}&date=2037-12-03..2037-12-03`
  for (const place of [`/bookings?${query}`, `/bookings?tab=sheet&${query}`, `/bookings?tab=closure&${query}`]) {
    await page.goto(place)
    await expect(page.getByRole('link', { name: typed }), place).toHaveAttribute('href', 'tel:06605554443')
    await expect(page.getByRole('link', { name: 'Call 06767654321' }), place).toHaveAttribute('href', 'tel:06767654321')
  }
})
