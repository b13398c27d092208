import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { closures } from '#contract/closures.ts'
import { addBooking, addBranch, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const date = '2031-10-06'

test.beforeEach(({ api }) => deleteAll(api, closures))

test('a closure is made from its branch, days, hours and reason; the form names whom it hits, and other closures at its time', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const branchName = (await addBranch(api, { name: 'Closed Hall' })).name
  await addBooking(api, { branchName, date, time: '17:00', fullName: 'Eve Early' })
  await addBooking(api, { branchName, date, time: '19:30', fullName: 'Lena Late' })
  const day = { firstDay: date, lastDay: date }
  await api.call(closures.create, { body: { everywhere: true, ...day, reason: 'Strike' } })
  await page.goto('/bookings?closures=1')
  await expect(page).toHaveURL('/bookings/closures')
  await page.getByRole('link', { name: 'New closure' }).click()
  await page.getByLabel('Branch', { exact: true }).selectOption(branchName)
  await page.getByLabel('First day').fill(date)
  await expect(page.getByLabel('Last day')).toHaveValue(date)
  const hit = page.getByRole('region', { name: 'Affected bookings' })
  await expect(hit).toContainText('2 bookings at this time.')
  await page.getByLabel('From').fill('18:00')
  await expect(hit).toContainText('1 booking at this time.')
  await expect(hit).toContainText('Lena Late')
  await expect(hit).toContainText('Overlaps another closure: 6 Oct 2031, Strike.')
  await axe()
  await page.getByLabel('Last day').fill('2031-10-05')
  await page.getByLabel('Reason').fill('Renovation')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The last day must not be before the first day.')).toBeVisible()
  await page.getByLabel('Last day').fill(date)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('link', { name: 'Call list of the closure of Closed Hall' })).toBeVisible()
  await axe()
})

test('a booking at a closed time is warned of in the form, named in the list, and saved all the same', async ({ signedIn: page, api }) => {
  const branchName = (await addBranch(api, { name: 'Closed House' })).name
  await api.call(closures.create, { body: { branchName, firstDay: date, lastDay: date, untilTime: '20:00', reason: 'Flood' } })
  const { _id } = await addBooking(api, { branchName, date, time: '21:00', fullName: 'Wanda Warned' })
  await page.goto(`/bookings/edit/${_id}`)
  const warning = page.getByText('Closed House is closed at this time')
  await expect(page.getByLabel('Full Name')).toHaveValue('Wanda Warned')
  await expect(warning).toBeHidden()
  await page.getByLabel('Time').fill('19:00')
  await expect(warning).toContainText('Flood')
  await page.keyboard.press('Control+s')
  await expect(page).not.toHaveURL(/edit/)
  await page.goto(`/bookings?date=${date}..${date}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Wanda Warned' })).toContainText('Closed: Flood')
  await page.goto('/branches')
  await expect(page.getByRole('article').filter({ hasText: branchName })).toContainText('Closed 6 Oct 2031: Flood')
})

test('the numbers of a closure stay apart from older cancellations, also after the cancellation, a reload and for a colleague', async ({
  signedIn: page,
  api,
}) => {
  const branch = await addBranch(api, { name: 'Closed Palace' })
  const branchName = branch.name
  for (const [at, fullName] of ['Ada Hit', 'Bea Hit'].entries())
    await addBooking(api, { branchName, date, fullName, phoneNumber: `07700 90080${at}` })
  await addBooking(api, { branchName, date, fullName: 'Old Gone', phoneNumber: '07700 900899', status: 2 })
  const body = { branchName, firstDay: date, lastDay: date, reason: 'Fire' }
  const { _id } = await api.call(closures.create, { body })
  await page.goto(`/bookings/closures/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closed Palace closed')
  await page.getByRole('checkbox', { name: 'Called Ada Hit' }).click()
  await expect(page.getByText('by admin, just now')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel 2 bookings…' }).click()
  await page.getByRole('button', { name: 'Cancel bookings' }).click()
  await expect(page.getByRole('heading', { name: '2 bookings, all canceled' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: '2 bookings, all canceled' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 booking already canceled' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Called Ada Hit' })).toBeChecked()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const csv = await (await file).createReadStream().then(async (stream) => (await stream.toArray()).join(''))
  expect(csv).toContain('07700 900801')
  expect(csv).not.toContain('07700 900899')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy phone numbers' }).click()
  await expect(page.getByText('2 phone numbers copied.')).toBeVisible()

  const found = await api.call(bookings.list, { query: { date } })
  expect(
    found
      .filter(({ closure }) => closure === _id)
      .map(({ fullName }) => fullName)
      .sort(),
  ).toEqual(['Ada Hit', 'Bea Hit'])
  const told = await (await fetch(`${api.url}${branches.get.path.replace(':id', branch._id)}`)).json()
  expect(told.closures).toMatchObject([{ firstDay: date, lastDay: date, reason: 'Fire' }])
})

test('canceling from the panel stores the closure, which its trash gives back', async ({ signedIn: page, api }) => {
  const branchName = (await addBranch(api, { name: 'Closed Attic' })).name
  await addBooking(api, { branchName, date, fullName: 'Pia Panel' })
  await page.goto(`/bookings?tab=closure&date=${date}..${date}&branchName=${encodeURIComponent(branchName)}`)
  await page.getByRole('button', { name: 'Cancel 1 booking…' }).click()
  await page.getByRole('button', { name: 'Cancel bookings' }).click()
  await expect(page).toHaveURL(/\/bookings\/closures\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: '1 booking, all canceled' })).toBeVisible()
  await page.goto('/bookings/closures')
  await page.getByRole('button', { name: 'Delete the closure of Closed Attic' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No closures' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Call list of the closure of Closed Attic' })).toBeVisible()
})

test('a day with 22 bookings is closed: half are called, a colleague goes on after a reload, all are canceled and come back, and no call is lost', async ({
  signedIn: page,
  api,
}) => {
  test.slow()
  const branchName = (await addBranch(api, { name: 'Closed Arena' })).name
  const guests = []
  for (let at = 10; at < 32; at++)
    guests.push(await addBooking(api, { branchName, date, fullName: `Guest ${at}`, phoneNumber: `07700 9007${at}` }))
  const { _id } = await api.call(closures.create, { body: { branchName, firstDay: date, lastDay: date, reason: 'Fire' } })
  await page.goto(`/bookings/closures/${_id}`)
  const boxes = page.getByRole('checkbox', { name: /^Called Guest/ })
  await expect(boxes).toHaveCount(22)
  for (let at = 0; at < 11; at++) {
    await boxes.nth(at).focus()
    await page.keyboard.press('Space')
    await expect(boxes.nth(at)).toBeChecked()
  }
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^Called Guest/, checked: true })).toHaveCount(11)
  for (const guest of guests.slice(11)) await api.call(bookings.contact, { params: { id: guest._id }, body: { contacted: true } })
  await expect(page.getByRole('checkbox', { name: /^Called Guest/, checked: true })).toHaveCount(22)
  await page.getByRole('button', { name: 'Cancel 22 bookings…' }).click()
  await page.getByRole('button', { name: 'Cancel bookings' }).click()
  await expect(page.getByRole('heading', { name: '22 bookings, all canceled' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy phone numbers' }).click()
  await expect(page.getByText('22 phone numbers copied.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { name: '22 bookings to cancel' })).toBeVisible()
  const after = await api.call(bookings.list, { query: { date, branchName } })
  expect(after.filter(({ status, contactedBy, closure }) => status === 0 && contactedBy === 'admin' && closure === null)).toHaveLength(22)
})
