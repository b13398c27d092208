import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { bookings, canceled } from '../contract/bookings.ts'
import { branches } from '../contract/branches.ts'
import { today } from '../contract/dates.ts'
import { type PromoCode, promoCodes } from '../contract/promo-codes.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'
import { watchShifts } from './shifts.ts'

let made = 0
const unique = (word: string) => `${word}${process.pid}X${++made}`
const [friday, saturday] = ['2037-11-27', '2037-11-28']

const someBranch = (api: Api, name = unique('Pier ')) =>
  api.call(branches.create, { body: { name, address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/pier', images: [] } })
const someCode = (api: Api, more: Partial<PromoCode> = {}) =>
  api.call(promoCodes.create, { body: { code: unique('DESK'), percentage: 20, ...more } })
const someBooking = (api: Api, branchName: string, promoCode: string) =>
  api.call(bookings.create, {
    body: { branchName, promoCode, date: friday, time: '19:30', fullName: unique('Ada Byron '), phoneNumber: '+44 20 7946 0121' },
  })

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const codeInput = (page: Page) => page.getByLabel('Promo Code', { exact: true })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true })

test('a code for some days and branches says why it is refused for others', async ({ signedIn: page, api, axe }) => {
  const [here, there] = [await someBranch(api, unique('רציף ')), await someBranch(api)]
  const code = unique('FRIDAY')
  await page.goto('/bookings/promo-codes/add')
  await page.getByLabel('Promo Code').fill(code)
  await page.getByLabel('Percentage').fill('20')
  await page.getByRole('group', { name: 'Weekdays' }).getByText('Friday').click()
  await page.getByRole('group', { name: 'Branches' }).getByText(here.name).click()
  await axe()
  await page.getByRole('button', { name: 'Create promo code' }).click()
  for (const text of ['Fri', here.name, '0 used']) await expect(card(page, code)).toContainText(text)
  await axe()

  await page.goto('/bookings/add')
  await page.getByLabel('Branch').selectOption(there.name)
  await page.getByLabel('Date').fill(saturday)
  await page.getByLabel('Time').fill('19:30')
  await page.getByLabel('Full Name').fill(unique('Grace Hopper '))
  await page.getByLabel('Phone Number').fill('+44 20 7946 0121')
  await codeInput(page).fill(code)
  await apply(page).click()
  await expect(page.getByText('Invalid or expired promo code')).toBeVisible()
  await expect(codeInput(page)).toHaveAccessibleDescription(/This code is only valid on Fridays\./)
  await axe()
  await page.getByLabel('Date').fill(friday)
  await expect(page.getByText('This code is only valid on Fridays.')).toBeHidden()
  await apply(page).click()
  await expect(codeInput(page)).toHaveAccessibleDescription(`Invalid or expired promo code This code is only valid at ${here.name}.`)
  await page.getByLabel('Branch').selectOption(here.name)
  await apply(page).click()
  await expect(page.getByText('20% discount applied')).toBeVisible()

  // Moved after it was applied, the booking is not sent.
  await page.getByLabel('Date').fill(saturday)
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(codeInput(page)).toHaveAccessibleDescription(/This code is only valid on Fridays\./)
  await page.getByLabel('Date').fill(friday)
  await page.getByRole('button', { name: 'Create Booking' }).click()
  await expect(page).toHaveURL(/\/bookings$/)
})

test('a code that was paused since it was applied is refused with the booking, and says so', async ({ signedIn: page, api }) => {
  const [{ name }, promoCode] = [await someBranch(api), await someCode(api)]
  const booking = await someBooking(api, name, '')
  await page.goto(`/bookings/edit/${booking._id}`)
  await codeInput(page).fill(promoCode.code)
  await apply(page).click()
  await expect(page.getByText('20% discount applied')).toBeVisible()
  await api.call(promoCodes.update, { params: { id: promoCode._id }, body: { ...promoCode, paused: true } })
  await page.getByRole('button', { name: 'Update Booking' }).click()
  await expect(codeInput(page)).toHaveAccessibleDescription('Invalid or expired promo code This code is paused.')
})

test('the ticket of a code shows how much of it was used, leads to those bookings, and pauses it with one click', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const [{ name }, { code, _id }] = [await someBranch(api), await someCode(api, { mostUses: 4 })]
  const { fullName } = await someBooking(api, name, code)
  const left = await someBooking(api, name, code)
  await api.call(bookings.update, { params: { id: left._id }, body: { ...left, status: canceled } })
  await page.goto(`/bookings/promo-codes?q=${code}`)
  await card(page, code)
    .getByRole('button', { name: `Pause ${code}` })
    .click()
  await expect(card(page, code)).toContainText('Paused')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(`${code} is paused.`)
  // Somebody else has changed it since: that stays.
  const current = await api.call(promoCodes.get, { params: { id: _id } })
  await api.call(promoCodes.update, { params: { id: _id }, body: { ...current, percentage: 30 } })
  await card(page, code)
    .getByRole('button', { name: `Start ${code}` })
    .click()
  await expect(card(page, code)).toContainText('Active')
  await expect(card(page, code)).toContainText('30%')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('was started.')
  await page.keyboard.press('Control+z')
  await expect(card(page, code)).toContainText('Paused')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('is paused again.')
  await axe()

  for (const [word, becomes] of [
    ['Start', 'Active'],
    ['Pause', 'Paused'],
  ] as const) {
    await card(page, code)
      .getByRole('button', { name: `${word} ${code}` })
      .click()
    await expect(card(page, code)).toContainText(becomes)
  }
  for (const becomes of ['Active', 'Paused']) {
    await page.keyboard.press('Control+z')
    await expect(card(page, code), 'one after the other').toContainText(becomes)
  }

  await card(page, code)
    .getByRole('link', { name: `1 of 4 used by bookings with ${code}` })
    .click()
  await expect(page).toHaveURL(`/bookings?promoCode=${code}&status=0&status=1`)
  await expect(page.getByRole('heading', { name: fullName })).toBeVisible()
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
})

test('a code ends with its last day, also where it stands on a screen by then', async ({ signedIn: page, api }) => {
  const { code } = await someCode(api, { lastDay: today() })
  await page.clock.install({ time: `${today()}T23:59:45` })
  await hearing(page, () => page.goto(`/bookings/promo-codes?q=${code}`))
  await page.waitForTimeout(2_000)
  await expect(card(page, code)).toContainText('Active')
  await page.clock.fastForward(20_000)
  await expect(card(page, code)).toContainText('Expired')
})

test('many codes at once are made from the keyboard alone, in five actions, and taken along as a table', async ({
  signedIn: page,
  axe,
}) => {
  const prefix = unique('XMAS')
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Promo codes' }).click()
  await expect(page.getByRole('heading', { name: 'Promo codes', level: 1 })).toBeFocused()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const actions = [
    async () => {
      await press('Tab')
      await press('Enter')
      await expect(page.getByLabel('Prefix')).toBeFocused()
    },
    async () => {
      await type(prefix)
      await press('Tab')
    },
    async () => {
      await type('50')
      await press('Tab')
    },
    () => type('20'),
    () => press('Enter'),
  ]
  for (const action of actions) await action()
  expect([actions.length, keys - prefix.length]).toEqual([5, 9])
  await expect(page).toHaveURL(`/bookings/promo-codes?campaign=${prefix}`)
  await expect(page.getByText('50 promo codes')).toBeVisible()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText(`${prefix} has 50 new codes.`)
  const file = page.waitForEvent('download')
  await notices.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^promo-codes-.*\.csv$/)

  await page.getByRole('button', { name: 'Generate codes' }).click()
  await expect(page.getByLabel('Prefix')).toBeFocused()
  await page.keyboard.press('Control+s')
  for (const text of ['Prefix is required.', 'Number of codes must be a whole number from 1 to 1,000.'])
    await expect(page.getByText(text)).toBeVisible()
  await axe()
})

test('what was typed for many codes is asked for before it is left, whichever way', async ({ signedIn: page }) => {
  await page.goto('/bookings')
  await page.getByRole('link', { name: 'Promo codes' }).click()
  await page.getByRole('button', { name: 'Generate codes' }).click()
  const prefix = page.getByLabel('Prefix')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(prefix).toBeFocused()
  await prefix.fill('XMAS')
  const pressEscape = () => page.keyboard.press('Escape')
  const ways = [
    // A browser lets nobody hold a dialog open through one Escape after the other.
    pressEscape,
    pressEscape,
    pressEscape,
    () => page.mouse.click(4, 4),
    () => page.getByRole('button', { name: 'Close' }).click(),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ]
  for (const [at, go] of ways.entries()) {
    await go()
    await expect(question, `after way ${at}`).toContainText('Your changes will be lost.')
    await (go === pressEscape ? pressEscape() : question.getByRole('button', { name: 'Stay' }).click())
    await expect(question).toBeHidden()
    await expect(prefix).toBeVisible()
    await expect(prefix).toHaveValue('XMAS')
  }
  await pressEscape()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(prefix).toBeHidden()
  await page.getByRole('button', { name: 'Generate codes' }).click()
  await expect(prefix).toHaveValue('')
  await pressEscape()
  await expect(prefix).toBeHidden()
})

test('what was typed for many codes is asked for before the way back leads to the trash', async ({ signedIn: page }) => {
  await page.goto('/bookings/promo-codes?trash=1')
  await page.getByRole('link', { name: 'Back to Promo codes' }).click()
  await page.getByRole('button', { name: 'Generate codes' }).click()
  await page.getByLabel('Prefix').fill('SUMMER')
  await page.goBack()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Prefix')).toHaveValue('SUMMER')
})

test('a campaign is paused and started with one click, in steps, and Undo leaves alone what has changed since', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const campaign = unique('STOP')
  await api.call(promoCodes.createCampaign, { body: { prefix: campaign, count: 130, percentage: 20 } })
  const all = () => api.call(promoCodes.list, { query: { campaign } })
  const pausedOnes = async () => (await all()).filter(({ paused }) => paused).length
  const notices = page.getByRole('region', { name: 'Notices' })
  await page.goto(`/bookings/promo-codes?campaign=${campaign}`)
  await page.getByRole('button', { name: `Pause campaign ${campaign}` }).click()
  await expect(notices).toContainText(`${campaign} is paused (130 codes).`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Paused' }).first()).toBeVisible()
  expect(await pausedOnes()).toBe(130)
  await axe()
  const [first] = await all()
  if (!first) throw new Error('There are no codes.')
  await api.call(promoCodes.update, { params: { id: first._id }, body: { ...first, percentage: 30 } })
  await page.keyboard.press('Control+z')
  await expect(notices).toContainText(`${campaign} was started (129 codes). Skipped 1 code that had been changed.`)
  expect(await pausedOnes()).toBe(1)

  // The answer of the second step is lost: what it has done counts once.
  let steps = 0
  await page.route('**/api/promo-codes/campaigns/pausing', async (route) => {
    steps += 1
    if (steps !== 2) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: `Pause campaign ${campaign}` }).click()
  await expect(notices).toContainText(`${campaign} couldn't be fully paused (100 codes changed).`)
  await notices.getByRole('button', { name: 'Continue' }).click()
  await expect(notices).toContainText(`${campaign} is paused (129 codes).`)
  await page.getByRole('button', { name: `Start campaign ${campaign}` }).click()
  await expect(notices).toContainText(`${campaign} was started (130 codes).`)
  expect(await pausedOnes()).toBe(0)
})

test('a campaign is one card, with its codes behind it, and offers Pause or Start where that changes something', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const [campaign, { code, _id }, { name, ...branch }] = [unique('CARD'), await someCode(api, { mostUses: 1 }), await someBranch(api)]
  const limits = { weekdays: ['Friday' as const], branches: [branch._id], firstDay: '2026-01-01', lastDay: '2999-12-24' }
  await api.call(promoCodes.createCampaign, { body: { prefix: campaign, count: 3, percentage: 20, ...limits } })
  const [first] = await api.call(promoCodes.list, { query: { campaign } })
  await someBooking(api, name, first!.code)
  await someBooking(api, name, code)
  const { shifts } = await watchShifts(page)
  await page.goto('/bookings/promo-codes')
  const its = card(page, campaign)
  await expect(its).toContainText('3 codes, 1 used')
  for (const text of ['Fri', name, '1 Jan 2026 to 24 Dec 2999']) await expect(its).toContainText(text)
  await expect(its, 'the codes are valid on Fridays').not.toContainText('Every day')
  await expect(its).toContainText('Active')
  await expect(card(page, first!.code)).toHaveCount(0)
  await expect(card(page, code).getByRole('button', { name: /Pause|Start/ }), 'a used-up code').toHaveCount(0)
  expect((await shifts()).sum).toBeLessThan(0.0005)
  await axe()
  const tools = its.getByRole('button')
  await expect(tools).toHaveText([`Pause campaign ${campaign}`, `Download the codes of ${campaign}`])
  const file = page.waitForEvent('download')
  await tools.last().press('Enter')
  const table = await readFile(await (await file).path(), 'utf8')
  expect(table.trim().split('\r\n')).toHaveLength(1 + 3)
  expect(table).toContain(first!.code)
  await its.getByRole('button', { name: `Pause campaign ${campaign}` }).press('Enter')
  await expect(its).toContainText('Paused')
  await expect(tools.first()).toHaveText(`Start campaign ${campaign}`)
  await its.getByRole('link', { name: campaign }).first().press('Enter')
  await expect(page).toHaveURL(`/bookings/promo-codes?campaign=${campaign}`)
  await expect(page.getByRole('status').filter({ hasText: /^3 promo codes$/ })).toBeVisible()
  await expect(card(page, first!.code)).toContainText('Used up')
  await expect(card(page, first!.code).getByRole('button', { name: /Pause|Start/ })).toHaveCount(0)
  await its.getByRole('button', { name: `Start campaign ${campaign}` }).click()
  await expect(its).toContainText('Active')
  for (const words of [campaign, first!.code]) {
    await page.goto(`/bookings/promo-codes?q=${words}`)
    await expect(its, words).toContainText('3 codes, 1 used')
    await expect(card(page, first!.code), words).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: /^0 single codes$/ }), words).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No results' }), words).toHaveCount(0)
  }
  await its.getByRole('link', { name: campaign }).first().click()
  await expect(card(page, first!.code)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^1 promo code$/ })).toBeVisible()
  await page.goto('/bookings/promo-codes?state=scheduled')
  await expect(its).toHaveCount(0)
  await api.call(promoCodes.remove, { params: { id: _id } })
})

test('codes whose answer was lost are not said to be missing, and are not made twice', async ({ signedIn: page, api }) => {
  const prefix = unique('LOST')
  await page.goto('/bookings/promo-codes')
  await page.getByRole('button', { name: 'Generate codes' }).click()
  for (const [label, text] of [
    ['Prefix', prefix],
    ['Number of codes', '5'],
    ['Percentage', '20'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.route(
    '**/api/promo-codes/campaigns',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const create = page.getByRole('dialog').getByRole('button', { name: 'Generate codes' })
  await create.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Failed to generate promo codes. Please try again.')
  await create.click()
  await expect(page).toHaveURL(`/bookings/promo-codes?campaign=${prefix}`)
  expect(await api.call(promoCodes.list, { query: { campaign: prefix } })).toHaveLength(5)
})

test('a branch that was deleted still limits a code, until it is taken out of it', async ({ signedIn: page, api }) => {
  const branch = await someBranch(api)
  const { code, _id } = await someCode(api, { branches: [branch._id] })
  await api.call(branches.remove, { params: { id: branch._id } })
  await page.goto(`/bookings/promo-codes/edit/${_id}`)
  const gone = page.getByLabel(`${branch.name} (deleted)`)
  await expect(gone).toBeChecked()
  await expect(page.getByText('This code is limited to a deleted branch')).toBeVisible()
  await page.getByText(`${branch.name} (deleted)`, { exact: true }).first().click()
  await page.getByRole('button', { name: 'Update promo code' }).click()
  await expect(card(page, code)).toContainText('No end date')
  await expect(card(page, code)).not.toContainText(branch.name)
})

test('a branch that is deleted while it is chosen keeps its name, and is refused by it', async ({ signedIn: page, api, axe }) => {
  const [branch, code] = [await someBranch(api), unique('GONE')]
  await page.goto('/bookings/promo-codes/add')
  await page.getByLabel('Promo Code').fill(code)
  await page.getByLabel('Percentage').fill('20')
  const group = page.getByRole('group', { name: 'Branches' })
  await group.getByText(branch.name).click()
  await api.call(branches.remove, { params: { id: branch._id } })
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(group).toHaveAccessibleDescription(new RegExp(`^${branch.name} was deleted\\. .* A deleted branch can't be selected`))
  await expect(group.getByLabel(`${branch.name} (deleted)`)).toBeChecked()
  await axe()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await group.getByText(`${branch.name} (deleted)`).click()
  await expect(group.getByText(branch.name)).toBeHidden()
  await page.getByRole('button', { name: 'Create promo code' }).click()
  await expect(card(page, code)).toContainText('No end date')
})

test('a code is meant however it was copied, and one that can be none says why', async ({ signedIn: page, api }) => {
  const code = unique('GROẞ-İ')
  await api.call(promoCodes.create, { body: { code, percentage: 20 } })
  await page.goto('/bookings/add')
  for (const copied of [`“${code}”.`, code.replace('-', '–'), code.replace('ẞ', 'ss').replace('İ', 'i'), `\u202a${code}\u202c`]) {
    await codeInput(page).fill(copied)
    await apply(page).click()
    await expect(page.getByText('20% discount applied'), copied).toBeVisible()
    await page.getByRole('button', { name: 'Clear promo code' }).click()
  }
  await codeInput(page).fill('TWO WORDS')
  await apply(page).click()
  await expect(codeInput(page)).toHaveAccessibleDescription(
    'Invalid or expired promo code A promo code can contain only letters, digits, - and _.',
  )
})
