import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { closures } from '#contract/closures.ts'
import { addBooking, addBranch } from './chain.ts'
import { expect, test } from './fixtures.ts'

const date = '2031-10-14'

async function calendar(page: Page) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a booking, a day and a closure are added to a calendar from where they are seen', async ({ signedIn: page, api, axe }) => {
  const branchName = (await addBranch(api, { name: 'Calendar Hall' })).name
  const { _id } = await addBooking(api, { branchName, date, fullName: 'Zoë Weiß' })
  await page.goto(`/bookings/edit/${_id}`)
  await axe()
  const booking = await calendar(page)
  expect(booking.name).toBe(`booking-${date}.ics`)
  expect(booking.text).toContain('SUMMARY:Zoë Weiß\\, Calendar Hall')

  await page.goto(`/bookings?tab=sheet&date=${date}..${date}&branchName=Calendar+Hall`)
  await expect(page.getByRole('row', { name: /Zoë Weiß/ })).toBeVisible()
  const day = await calendar(page)
  expect(day.name).toMatch(/^bookings-Calendar Hall-2031-10-14-/)
  expect(day.text).toContain(`UID:booking-${_id}@moviebox`)

  const input = { branchName, firstDay: date, lastDay: '2031-10-16', reason: 'Renovation' }
  const closure = await api.call(closures.create, { body: input })
  await page.goto(`/bookings/closures/${closure._id}`)
  await axe()
  const closed = await calendar(page)
  expect(closed.text).toMatch(/DTEND;VALUE=DATE:20311017/)
})
