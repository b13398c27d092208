import type { Page, Route } from '@playwright/test'
import { type Booking, bookings, canceled } from '#contract/bookings.ts'
import { mostItems } from '#contract/listing.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { session } from '#contract/session.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch } from './chain.ts'
import { hold, refuse, unreachable } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './server.ts'

let made = 0
const unique = (word: string) => `${word}${process.pid}${++made}`

/** Bookings of a branch of their own, one every minute; and the address of a list of just these. */
async function someBookings(api: Api, count: number, more: { promoCode?: string; fullName?: string } = {}) {
  const { name: branchName } = await addBranch(api, { name: unique('Many Quay ') })
  const those: Booking[] = []
  for (let at = 0; at < count; at++) {
    const time = `19:${String(at).padStart(2, '0')}`
    those.push(await addBooking(api, { branchName, time, fullName: unique('Guest '), phoneNumber: `+44 20 7946 0${at}`, ...more }))
  }
  return { those, list: `/bookings?date=2037-11-27&branchName=${encodeURIComponent(branchName)}` }
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected bookings' })
const box = (page: Page, { fullName }: Booking) => page.getByRole('checkbox', { name: `Select the booking for ${fullName}`, exact: true })
const entry = (page: Page, { _id }: Booking) => page.locator(`[data-entry="${_id}"]`)
const statuses = (api: Api, those: Booking[]) =>
  Promise.all(those.map(async ({ _id }) => (await api.call(bookings.get, { params: { id: _id } })).status))
const versions = (api: Api, those: Booking[]) =>
  Promise.all(those.map(async ({ _id }) => (await api.call(bookings.get, { params: { id: _id } })).version))

test('a booking is canceled by the last four digits of its caller in three actions, and Undo takes that back', async ({
  signedIn: page,
  api,
}) => {
  const digits = String(Date.now() % 10_000).padStart(4, '0')
  const { name: branchName } = await addBranch(api, { name: unique('Many Quay ') })
  const fullName = unique('שרה לוי ')
  const caller = await addBooking(api, { branchName, date: '2199-12-31', phoneNumber: `+44 20 7946 ${digits}`, fullName })
  await page.goto('/bookings')
  await expect(page.locator('[data-entry]').first()).toBeVisible()
  // Who calls, the one that is found, what they want: at six keys a second, it takes little more than one.
  const [search, goThere, cancel] = [['/', ...digits], ['ArrowDown'], ['3']] as const
  expect([...search, ...goThere, ...cancel]).toHaveLength(7)
  for (const key of [...search, ...goThere]) await page.keyboard.press(key)
  await expect(entry(page, caller).locator(':focus')).toHaveCount(1)
  for (const key of cancel) await page.keyboard.press(key)
  await expect(notices(page)).toContainText(`The booking for ${fullName} is now canceled.`)
  expect(await statuses(api, [caller])).toEqual([canceled])
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText('is pending again.')
  expect(await statuses(api, [caller])).toEqual([0])
})

test('several are selected and confirmed from the keyboard alone, in rows and on cards; Undo gives the codes their uses back', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const code = unique('MANY').toUpperCase()
  const { _id } = await api.call(promoCodes.create, { body: { code, percentage: 20, mostUses: 4 } })
  const { those, list } = await someBookings(api, 4, { promoCode: code })
  const [first, , third, fourth] = those as [Booking, Booking, Booking, Booking]
  await page.goto(list)
  await page.getByRole('radio', { name: 'Rows' }).press('Space')
  for (const booking of those) await expect(box(page, booking)).toBeAttached()
  await box(page, first).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(entry(page, third).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Shift+X')
  await expect(bar(page)).toContainText('3 selected')
  await axe()
  // The bar comes after all of the list: nobody gets there with Tab.
  await page.keyboard.press('F6')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('3')
  await expect(notices(page)).toContainText('3 bookings are now canceled.')
  expect(await statuses(api, those)).toEqual([canceled, canceled, canceled, 0])
  expect((await api.call(promoCodes.get, { params: { id: _id } })).uses).toBe(1)
  // What is selected stays so, and can be changed once more.
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText('All 3 changes undone.')
  expect(await statuses(api, those)).toEqual([0, 0, 0, 0])
  expect((await api.call(promoCodes.get, { params: { id: _id } })).uses).toBe(4)
  await box(page, third).focus()
  await page.keyboard.press('F6')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(entry(page, first).locator(':focus')).toHaveCount(1)

  await page.getByRole('radio', { name: 'Cards' }).press('Space')
  await box(page, fourth).focus()
  await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('4 selected')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await axe()
  }
  await page.keyboard.press('2')
  await expect(notices(page)).toContainText('4 bookings are now confirmed.')
  expect(await statuses(api, those)).toEqual([1, 1, 1, 1])
})

test('on a phone what became of many does not stand before what can be done with them', async ({ signedIn: page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { those, list } = await someBookings(api, 1)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await bar(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(notices(page)).toContainText('1 booking is now confirmed.')
  const undo = notices(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  // It rises into its place.
  await expect(async () => {
    const [notice, tools] = [await undo.boundingBox(), await bar(page).boundingBox()]
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(tools?.y ?? 0)
  }).toPass()
})

test('the rows of a long day stand one below the other, without a seam where more of them were drawn', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: unique('Many Quay ') })
  await Promise.all(Array.from({ length: 62 }, () => addBooking(api, { branchName, fullName: unique('Guest ') })))
  await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
  await page.getByRole('radio', { name: 'Rows' }).press('Space')
  await page.getByText('62 bookings').waitFor()
  await expect(async () => {
    await page.keyboard.press('End')
    const steps = await page.locator('[data-entry]').evaluateAll((rows) => {
      const tops = rows.map((row) => row.getBoundingClientRect().top)
      return [...new Set(tops.slice(1).map((top, at) => Math.round(top - (tops[at] ?? 0))))]
    })
    expect(steps).toEqual([44])
    await expect(page.locator('[data-entry]')).toHaveCount(62, { timeout: 500 })
  }).toPass()
})

test('several are deleted after one question; what somebody else has changed is left, and told with its reason', async ({
  signedIn: page,
  api,
}) => {
  const { those, list } = await someBookings(api, 3)
  const [first, , last] = those as [Booking, Booking, Booking]
  await page.goto(list)
  await box(page, first).check()
  await box(page, last).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await bar(page).getByRole('button', { name: 'Delete 3 bookings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 3 bookings?' })
  await expect(question).toBeVisible()
  await api.call(bookings.update, { params: { id: last._id }, body: { ...last, time: '21:00', fullName: 'Somebody Else' } })
  await expect(page.getByText('Somebody Else').first()).toBeAttached()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText("2 bookings were deleted. 1 wasn't changed.")
  const left = page.getByRole('alert').filter({ hasText: "1 booking wasn't changed." })
  await expect(left).toContainText('This booking has been changed by another user.')
  await expect(left.getByRole('link'), 'as it was seen').toContainText(last.fullName)
  await expect(entry(page, first)).toBeHidden()
  await expect(bar(page)).toContainText('1 selected')
  await expect(entry(page, last).locator(':focus'), 'the next one').toHaveCount(1)
  await notices(page).getByRole('button', { name: 'Show bookings' }).press('Enter')
  await expect(left.getByRole('link')).toBeFocused()
  await page.getByRole('link', { name: 'Promo codes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Promo codes' })).toBeVisible()
  await notices(page).getByRole('button', { name: 'Show bookings' }).press('Enter')
  await expect(left.getByRole('link')).toBeFocused()
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page)).toContainText('All 2 changes undone.')
  expect(await statuses(api, those)).toEqual([0, 0, 0])
})

test('the connection goes after a step was made: it is told how far it came, and goes on without doing anything twice', async ({
  signedIn: page,
  api,
}) => {
  const { those, list } = await someBookings(api, 2)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await page.keyboard.press('Control+a')
  await page.route(
    '**/api/bookings/changes',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await bar(page).getByRole('button', { name: 'Confirm' }).click()
  const work = page.getByRole('region', { name: 'Confirming' })
  await expect(work).toContainText('Interrupted.')
  await expect(work).toContainText('0 of 2')
  expect(await versions(api, those)).toEqual([2, 2])
  await work.getByRole('button', { name: 'Try again' }).click()
  await expect(notices(page)).toContainText('2 bookings are now confirmed.')
  expect(await versions(api, those)).toEqual([2, 2])
})

/** How a step ends that the server has made, and what the page hears of it the first time and afterwards. */
const cutOff: Record<string, (route: Route, tries: number) => Promise<void>> = {
  'its answer is lost, and the next one says that the server is busy': async (route, tries) => {
    if (tries > 1) return route.fulfill({ status: 503, json: { error: 'The server is busy.', code: 'busy' } })
    await route.fetch()
    await route.abort()
  },
  'a proxy answers for the server': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' })
  },
}
for (const [how, answer] of Object.entries(cutOff))
  test(`whoever leaves the rest is told what is not known, and not that it was left: ${how}`, async ({ signedIn: page, api }) => {
    const { those, list } = await someBookings(api, 2)
    await page.goto(list)
    await box(page, those[0] as Booking).check()
    await page.keyboard.press('Control+a')
    let tries = 0
    await page.route('**/api/bookings/changes', (route) => answer(route, ++tries))
    await bar(page).getByRole('button', { name: 'Cancel bookings' }).click()
    const work = page.getByRole('region', { name: 'Canceling' })
    await expect(work).toContainText('Interrupted.')
    await work.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => tries).toBe(2)
    await work.getByRole('button', { name: 'Skip the rest' }).click()
    await expect(notices(page)).toContainText('2 may have changed.')
    await expect(notices(page)).not.toContainText(/n.t changed|skipped/)
    await expect(page.getByRole('alert').filter({ hasText: '2 bookings may have changed.' })).toContainText(
      those.map(({ fullName }) => fullName)[1] as string,
    )
    expect(await statuses(api, those)).toEqual([canceled, canceled])
  })

test('whoever leaves the rest of what was refused is told that it was not reached', async ({ signedIn: page, api }) => {
  const { those, list } = await someBookings(api, 2)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await page.keyboard.press('Control+a')
  await refuse(page, '**/api/bookings/changes', 'POST', 503, { error: 'The server is busy.', code: 'busy' })
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click()
  await page.getByRole('button', { name: 'Skip the rest' }).click()
  await expect(notices(page)).toContainText('2 were skipped.')
})

test('whoever leaves a step that has failed before their eyes is told of it elsewhere, and tries it again from there', async ({
  signedIn: page,
  api,
}) => {
  const { those, list } = await someBookings(api, 2)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await page.keyboard.press('Control+a')
  const line = await unreachable(page, '**/api/bookings/changes')
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click()
  const work = page.getByRole('region', { name: 'Canceling' })
  await expect(work).toContainText('Interrupted.')
  await page
    .getByRole('link', { name: /^Close a branch on/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Close a branch' })).toBeVisible()
  await expect(work).toContainText('Interrupted.')
  for (const place of ['Gallery', 'News']) {
    await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
    await expect(notices(page).getByText('The change was interrupted.')).toHaveCount(1)
    await page.goBack()
    await expect(work).toContainText('Interrupted.')
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery', exact: true }).click()
  await line.recover()
  await notices(page).getByRole('button', { name: 'Try again' }).click()
  await expect(notices(page)).toContainText('2 bookings are now canceled.')
  await expect(notices(page)).not.toContainText('interrupted')
  expect(await statuses(api, those)).toEqual([canceled, canceled])
})

test('whoever stops from the keyboard stays there until it has stopped', async ({ signedIn: page, api }) => {
  const { those, list } = await someBookings(api, 2)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await page.keyboard.press('Control+a')
  const line = await hold(page, '**/api/bookings/changes')
  await bar(page).getByRole('button', { name: 'Confirm' }).click()
  const stop = page.getByRole('region', { name: 'Confirming' }).getByRole('button')
  await stop.press('Enter')
  await expect(stop).toHaveText('Stopping…')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  line.release()
  await expect(notices(page)).toContainText('2 bookings are now confirmed.')
  await expect(bar(page)).toBeFocused()
})

for (const elsewhere of [/^Day sheet/, 'Trash'])
  test(`a step that fails beside the list is tried again from there, and what was left is shown in the list: ${elsewhere}`, async ({
    signedIn: page,
    api,
  }) => {
    const { those, list } = await someBookings(api, 2)
    const [first, second] = those as [Booking, Booking]
    await page.goto(list)
    await box(page, first).check()
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText('2 selected')
    const { promise: broken, resolve: breakOff } = Promise.withResolvers<void>()
    await page.route('**/api/bookings/changes', (route) => broken.then(() => route.abort('connectionreset')), { times: 1 })
    await bar(page).getByRole('button', { name: 'Cancel bookings' }).click()
    await api.call(bookings.update, { params: { id: second._id }, body: { ...second, time: '21:00' } })
    await page.getByRole('link', { name: elsewhere }).first().click()
    await expect(page.getByRole('region', { name: 'Canceling' })).toBeHidden()
    breakOff()
    await expect(notices(page)).toContainText('The change was interrupted.')
    await notices(page).getByRole('button', { name: 'Try again' }).click()
    await expect(notices(page)).toContainText("1 booking is now canceled. 1 wasn't changed.")
    await notices(page).getByRole('button', { name: 'Show bookings' }).press('Enter')
    const left = page.getByRole('alert').filter({ hasText: "1 booking wasn't changed." })
    await expect(left.getByRole('link')).toBeFocused()
    expect(await statuses(api, those)).toEqual([canceled, 0])
  })

test('the session ends in the middle: one signs in over the list, and the rest is done', async ({ signedIn: page, api }) => {
  const { those, list } = await someBookings(api, 2)
  await page.goto(list)
  await box(page, those[0] as Booking).check()
  await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('2 selected')
  await api.call(session.signOut)
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(notices(page)).toContainText('2 bookings are now canceled.')
})

test('what is selected, and nothing else, is downloaded, copied and printed', async ({ signedIn: page, api }) => {
  const { those, list } = await someBookings(api, 3)
  const [first, second, other] = those as [Booking, Booking, Booking]
  await page.addInitScript(() => {
    Object.assign(window, { print: () => {} })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => Object.assign(window, { copied: text }) } })
  })
  await page.goto(list)
  await box(page, first).check()
  await box(page, second).check()
  const coming = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Download selected bookings as CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer)
  const [head, ...lines] = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(head).toMatch(/^\ufeffbranchName,date,time,fullName,phoneNumber,status,/)
  expect(lines.map((line) => line.split(',')[3])).toEqual([first.fullName, second.fullName])
  await bar(page).getByRole('button', { name: 'Copy phone numbers' }).click()
  await expect(notices(page)).toContainText('2 phone numbers copied.')
  expect(await page.evaluate(() => (window as { copied?: string }).copied)).toBe(`${first.phoneNumber}\n${second.phoneNumber}`)
  await bar(page).getByRole('button', { name: 'Print selected bookings' }).click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('table', { name: 'Bookings' })
  await expect(sheet.getByRole('row')).toHaveCount(3)
  await expect(sheet).toContainText(second.fullName)
  await expect(page.getByText(other.fullName)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Bookings' })).toBeHidden()
})

test('all that is found is selected beyond what is loaded, and changed step by step', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: unique('Many Quay ') })
  const count = 65
  await Promise.all(Array.from({ length: count }, () => addBooking(api, { branchName, fullName: unique('Guest ') })))
  await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
  await page
    .getByRole('checkbox', { name: /^Select the booking/ })
    .first()
    .check()
  // All that are loaded, and then all that are found: more may be loaded in between.
  await expect(async () => {
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText(`${count} selected`, { timeout: 1_000 })
  }).toPass()
  let steps = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/bookings/changes')) steps += 1
  })
  await bar(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(notices(page)).toContainText(`${count} bookings are now confirmed.`)
  expect(steps).toBe(2)
  expect(await api.call(bookings.list, { query: { branchName, status: '1' } })).toHaveLength(count)
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText(`All ${count} changes undone.`)
  expect(await api.call(bookings.list, { query: { branchName, status: '1' } })).toHaveLength(0)
})

test('who selects none while all that is found is on its way has none selected, and however often one presses it is asked for once', async ({
  signedIn: page,
  api,
}) => {
  const { name: branchName } = await addBranch(api, { name: unique('Many Quay ') })
  await Promise.all(Array.from({ length: 62 }, () => addBooking(api, { branchName, fullName: unique('Guest ') })))
  const more = await hold(page, /\/api\/bookings\?.*after=/)
  const all = new RegExp(`/api/bookings\\?.*limit=${mostItems}`)
  const line = await hold(page, all)
  let asked = 0
  page.on('request', (request) => {
    if (all.test(request.url())) asked += 1
  })
  await page.goto(`/bookings?date=2037-11-27&branchName=${encodeURIComponent(branchName)}`)
  await page
    .getByRole('checkbox', { name: /^Select the booking/ })
    .first()
    .check()
  await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('60 selected')
  for (const _ of ['once', 'twice']) await page.keyboard.press('Control+a')
  await expect(bar(page)).toContainText('Selecting…')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  const answer = page.waitForResponse(all)
  line.release()
  await (await answer).finished()
  // So that what came is drawn, if it is.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(bar(page)).toBeHidden()
  expect(asked).toBe(1)
  more.release()
})
