import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { addPerson, signIn } from './api.ts'
import { addBooking, addBranch } from './chain.ts'
import { expect, test } from './fixtures.ts'

const date = '2031-09-01'
const called = (page: Page, name: string) => page.getByRole('checkbox', { name: `Called ${name}` })

test('who was called is stored, also for a colleague who looks on; of two the first is named, and nothing else is lost', async ({
  signedIn: page,
  api,
  server,
  axe,
}) => {
  const bea = { username: 'bea calls', password: 'a-password-of-her-own' }
  await addPerson(api, bea)
  const colleague = await signIn(server.url, bea)
  const branchName = (await addBranch(api, { name: 'Call Hall' })).name
  const [ada, grace] = [
    await addBooking(api, { branchName, date, fullName: 'Ada Called' }),
    await addBooking(api, { branchName, date, time: '20:00', fullName: 'Grace Called' }),
  ]
  await page.goto(`/bookings?tab=closure&date=${date}..${date}&branchName=${encodeURIComponent(branchName)}`)
  await called(page, 'Ada Called').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('by admin, just now')).toBeVisible()
  await axe()

  const gone = page.waitForResponse((response) => response.url().endsWith('/contacted'))
  await colleague.call(bookings.contact, { params: { id: grace._id }, body: { contacted: true } })
  await expect(called(page, 'Grace Called')).toBeChecked()
  await expect(page.getByText('by bea calls, just now')).toBeVisible()
  await colleague.call(bookings.contact, { params: { id: ada._id }, body: { contacted: true } })
  await page.reload()
  await expect(page.getByText('by admin, just now')).toBeVisible()
  await expect(called(page, 'Ada Called')).toBeChecked()

  await called(page, 'Ada Called').click()
  await gone
  await expect(called(page, 'Ada Called')).not.toBeChecked()
  const noted = await api.call(bookings.list, { query: { date, order: 'date' } })
  expect(noted.map(({ fullName, contactedBy }) => [fullName, contactedBy])).toEqual([
    ['Ada Called', null],
    ['Grace Called', 'bea calls'],
  ])
})

test('a guest is called while a colleague has the booking open: both are kept, and nobody is asked', async ({ signedIn: page, api }) => {
  const branchName = (await addBranch(api, { name: 'Call House' })).name
  const { _id } = await addBooking(api, { branchName, date, fullName: 'Otto Open' })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByLabel('Full Name').fill('Otto Opened')
  await api.call(bookings.contact, { params: { id: _id }, body: { contacted: true } })
  await page.keyboard.press('Control+s')
  await expect(page).not.toHaveURL(/edit/)
  expect(await api.call(bookings.get, { params: { id: _id } })).toMatchObject({ fullName: 'Otto Opened', contactedBy: 'admin' })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByText('Call noted by admin')).toBeVisible()
})
