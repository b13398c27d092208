import { promoCodes } from '#contract/promo-codes.ts'
import { addBooking, addBranch } from './chain.ts'
import { expect, test as usual } from './fixtures.ts'
import { startServer, type TestServer } from './server.ts'

const test = usual.extend<object, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer({ DAY_ENDS_AT: '03:00' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** A Friday, and the Saturday after. */
const [friday, saturday] = ['2031-07-04', '2031-07-05']

test('a show after midnight is on the sheet of the evening before, takes its code, and is closed with it', async ({
  signedIn: page,
  api,
}) => {
  const branchName = (await addBranch(api, { name: 'Midnight Hall' })).name
  await addBooking(api, { branchName, date: friday, time: '23:00', fullName: 'Early Bird' })
  await addBooking(api, { branchName, date: saturday, time: '00:30', fullName: 'Night Owl' })
  await addBooking(api, { branchName, date: saturday, time: '20:00', fullName: 'Next Evening' })
  await page.goto(`/bookings?tab=sheet&date=${friday}..${friday}`)
  const sheet = page.getByRole('region', { name: 'Midnight Hall, Friday, 4 July 2031' })
  await expect(sheet.getByRole('rowheader')).toHaveText([/Early Bird/, /Night Owl/])

  await api.call(promoCodes.create, { body: { code: 'FRIDAYS', percentage: 10, weekdays: ['Friday'] } })
  await page.goto('/bookings/add')
  await page.getByLabel('Branch').selectOption(branchName)
  await page.getByLabel('Date', { exact: true }).fill(saturday)
  await page.getByLabel('Time').fill('20:00')
  await page.getByLabel('Promo Code').fill('FRIDAYS')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('This code is only valid on Fridays.')).toBeVisible()
  await page.getByLabel('Time').fill('00:30')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('10% discount applied')).toBeVisible()

  await page.goto(`/bookings/closures/add?branchName=Midnight+Hall&date=${friday}..${friday}`)
  await expect(page.getByRole('region', { name: 'Affected bookings' })).toContainText('2 bookings at this time.')
})
