import { bookings } from '#contract/bookings.ts'
import { addBooking, addBranch } from './chain.ts'
import { expect, test } from './fixtures.ts'

const date = '2031-08-04'
const phoneNumber = '07700 903717'

test('a note is typed with the booking, stands wherever staff look, is searched, and is told when the guest calls again', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const branchName = (await addBranch(api, { name: 'Note Hall' })).name
  const { _id } = await addBooking(api, { branchName, date, fullName: 'Nora Noted', phoneNumber })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByLabel('Note', { exact: true }).fill('Wheelchair space,\nrow 1')
  await page.keyboard.press('Control+s')
  await expect(page).not.toHaveURL(/edit/)
  expect((await api.call(bookings.get, { params: { id: _id } })).note).toBe('Wheelchair space,\nrow 1')

  await page.goto('/bookings?q=wheelch')
  const booking = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Nora Noted' }) })
  for (const view of ['Cards', 'Rows']) {
    await page.getByRole('radio', { name: view }).check({ force: true })
    await expect(booking).toContainText('Wheelchair space,')
    await axe()
  }
  await page.goto(`/bookings?tab=sheet&date=${date}..${date}`)
  await expect(page.getByRole('row', { name: /Nora Noted/ })).toContainText('Wheelchair space,')

  await page.goto('/bookings/add')
  await page.getByLabel('Phone Number').fill('+44 7700 903717')
  const guest = page.getByRole('option', { name: /Nora Noted/ })
  await expect(guest).toContainText('Wheelchair space,')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name')).toHaveValue('Nora Noted')
  await expect(page.getByText('Last note: Wheelchair space,')).toBeVisible()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
})

test('a note that is too long is told before it is sent, and its changes stand in the history', async ({ signedIn: page, api }) => {
  const branchName = (await addBranch(api, { name: 'Note House' })).name
  const { _id } = await addBooking(api, { branchName, date, fullName: 'Lena Long' })
  await page.goto(`/bookings/edit/${_id}`)
  const note = page.getByLabel('Note', { exact: true })
  await note.fill('x'.repeat(501))
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Note is too long: at most 500 characters.')).toBeVisible()
  await expect(note).toBeFocused()
  await note.fill('Birthday')
  await page.keyboard.press('Control+s')
  await expect(page).not.toHaveURL(/edit/)
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('definition')).toContainText('Birthday')
})
