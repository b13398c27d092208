import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { users } from '#contract/users.ts'
import { addPerson } from './api.ts'
import { addBooking, addBranch, addImage, addMovie, addPromoCode, deleteAll } from './chain.ts'
import { hold, refuseLate } from './failures.ts'
import { expect, test } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('region', { name: /^Selected/ })
const rows = (page: Page) => page.getByRole('list', { name: 'Trash' }).getByRole('listitem')

test.beforeEach(({ api }) => deleteAll(api, movies))

test('a film that was deleted is found a day later, by whom and when, and brought back, with the way back from that', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { _id } = await addMovie(api, { title: 'Lost Reel' })
  await addMovie(api, { title: 'Metropolis' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000)
  await page.goto('/')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page).toHaveURL('/?trash=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await page.getByRole('textbox', { name: 'Search' }).fill('lost re')
  // Other journeys have left what they deleted: names here are nobody else's.
  const row = rows(page).filter({ has: page.getByRole('heading', { name: 'Lost Reel', exact: true }) })

  await expect(row).toContainText('Deleted 1 day ago by admin')
  await axe()
  await page.reload()
  await row.getByRole('button', { name: 'Restore Lost Reel' }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Lost Reel was restored.')
  await page.getByRole('link', { name: 'Back to Movies' }).click()
  const films = page.getByRole('list', { name: 'Movie Collection' })
  await expect(films.getByRole('heading', { name: 'Lost Reel' })).toBeVisible()
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText('Lost Reel was moved back to the trash.')
  await expect(films.getByRole('heading')).toHaveText(['Metropolis'])
})

test.describe('a look into the trash', () => {
  test.use({ viewport: { width: 800, height: 400 } })

  test('is no way back: whoever goes on to a form comes from there to the list, as it was left', async ({ signedIn: page, api }) => {
    for (const title of ['Looked At A', 'Looked At B', 'Looked At C', 'Looked At D', 'Looked At E']) {
      const { _id } = await addMovie(api, { title })
      await api.call(movies.remove, { params: { id: _id } })
    }
    for (const title of ['Kept A', 'Kept B', 'Kept C']) await addMovie(api, { title, genre: 'Noir' })
    await page.goto('/?genre=Noir')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Trash' }).click()
    await rows(page).last().scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Add Movie' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Movie')
    await expect(page.getByRole('link', { name: 'Back to Movies' })).toHaveAttribute('href', '/?genre=Noir')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['Kept C', 'Kept B', 'Kept A'])
    await expect.poll(() => page.evaluate(() => scrollY), 'not where the trash was').toBe(0)
    await page.goBack()
    await page.goBack()
    await expect(page, 'the browser goes back to it').toHaveURL('/?trash=1')
  })
})

test('a list that nothing is left in leads there as well', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'The Only One' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore The Only One' }).click()
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')).toHaveText(['The Only One'])
})

test('several are brought back together, told how many came and which did not, and put back together', async ({ signedIn: page, api }) => {
  for (const title of ['Binned A', 'Binned B', 'Binned C']) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  await page.goto('/?trash=1&q=binned')
  await expect(rows(page)).toHaveCount(3)
  for (const name of ['Binned A', 'Binned B', 'Binned C']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const [gone] = (await api.call(movies.list, { query: { trash: '1', q: 'Binned C' } })) as unknown as { _id: string }[]
  await api.call(movies.restore, { params: { id: gone?._id ?? '' } })
  const notice = page.getByRole('region', { name: 'Notices' })
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  await expect(notice).toContainText("2 movies were restored. 1 wasn't changed.")
  await expect(page.getByRole('alert').filter({ hasText: "1 movie wasn't changed." })).toContainText('Binned C')
  await page.getByRole('link', { name: 'Back to Movies' }).click()
  const films = page.getByRole('list', { name: 'Movie Collection' })
  await expect(films.getByRole('heading')).toHaveText(['Binned C', 'Binned B', 'Binned A'])
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText('All 2 changes undone.')
  await expect(films.getByRole('heading')).toHaveText(['Binned C'])
})

test('what is clicked while something is on its way back comes after it, and what is ticked stays ticked', async ({
  signedIn: page,
  api,
}) => {
  const names = ['Queued A', 'Queued B', 'Queued C', 'Queued D', 'Queued E']
  for (const title of names) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  await page.goto('/?trash=1&q=queued')
  const line = await hold(page, /restoration$/, 'POST')
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/restoration') ? 1 : 0))
  await page.getByRole('button', { name: 'Restore Queued A' }).click()
  await page.getByRole('button', { name: 'Restore Queued A' }).click()
  await page.getByRole('button', { name: 'Restore Queued B' }).click()
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  for (const name of ['Queued C', 'Queued D']) await box(name).check()
  const many = await hold(page, /changes$/, 'POST')
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('region', { name: 'Restoring' })).toContainText('0 of 2')
  await box('Queued E').check()
  for (const name of ['Queued C', 'Queued D']) await expect(box(name)).toBeChecked()
  line.release()
  many.release()
  const notice = page.getByRole('region', { name: 'Notices' })
  for (const told of ['Queued A was restored.', 'Queued B was restored.', '2 movies were restored.'])
    await expect(notice).toContainText(told)
  await expect(rows(page).getByRole('heading')).toHaveText(['Queued E'])
  await expect(box('Queued E')).toBeChecked()
  await expect(bar(page)).toContainText('1 selected')
  expect(sent, 'each once').toBe(2)
})

test('a promo code whose letters were taken meanwhile says so, shows the one that has them, and is restored under others', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { _id } = await addPromoCode(api, { code: 'TRASHED' })
  await api.call(promoCodes.remove, { params: { id: _id } })
  await addPromoCode(api, { code: 'TRASHED' })
  await page.goto('/bookings/promo-codes?trash=1')
  await page.getByRole('button', { name: 'Restore TRASHED' }).click()
  await expect(page.getByRole('alert')).toContainText('A promo code with this code already exists.')
  await page.getByRole('link', { name: 'Show conflicting item' }).click()
  await expect(page).toHaveURL('/bookings/promo-codes?q=TRASHED')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['TRASHED'])

  await page.goBack()
  await page.getByRole('button', { name: 'Restore TRASHED' }).click()
  const another = page.getByRole('textbox', { name: 'New code' })
  await another.fill('trashed')
  await another.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A promo code with this code already exists.')
  await axe()
  await another.fill('two words')
  await another.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A promo code can contain only letters, digits, - and _.')
  await another.fill('Trashed-2')
  await page.getByRole('button', { name: 'Restore with this code' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('TRASHED-2 was restored.')
  await expect(rows(page).filter({ hasText: 'TRASHED' })).toHaveCount(0)
})

test('what is typed into the box of one stays there while others are restored', async ({ signedIn: page, api }) => {
  const codes = ['BOXED-A', 'BOXED-B', 'BOXED-C']
  for (const code of codes) {
    const { _id } = await addPromoCode(api, { code })
    await api.call(promoCodes.remove, { params: { id: _id } })
  }
  for (const code of ['BOXED-A', 'BOXED-C']) await addPromoCode(api, { code })
  await page.goto('/bookings/promo-codes?trash=1&q=boxed')
  await page.getByRole('button', { name: 'Restore BOXED-A' }).click()
  const another = rows(page).filter({ hasText: 'BOXED-A' }).getByRole('textbox', { name: 'New code' })
  await another.fill('BOXED-A2')
  await page.getByRole('button', { name: 'Restore BOXED-B' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('BOXED-B was restored.')
  await page.getByRole('button', { name: 'Restore BOXED-C' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(another).toHaveValue('BOXED-A2')
  await another.press('Enter')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('BOXED-A2 was restored.')
  await expect(page.getByRole('alert')).toHaveCount(1)
})

test('what could not be restored is told, also where its row is no longer in sight', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Out of Sight' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=sight')
  const line = await refuseLate(page, /restoration$/, 'POST', 503, { error: 'The server is busy.' })
  await page.getByRole('button', { name: 'Restore Out of Sight' }).click()
  await page.getByRole('textbox', { name: 'Search' }).fill('what is next')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  line.release()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText("Out of Sight couldn't be restored.")
})

test('a user whose name was taken meanwhile is restored under another', async ({ signedIn: page, api }) => {
  const add = () => api.call(users.create, { body: { username: 'trash-twin', password: 'a-long-enough-password', isSuperUser: false } })
  const { _id } = await add()
  await api.call(users.remove, { params: { id: _id } })
  await add()
  await page.goto('/users?trash=1&q=trash-twin')
  await page.getByRole('button', { name: 'Restore trash-twin' }).click()
  await page.getByRole('textbox', { name: 'New username' }).fill('trash-twin-b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('trash-twin-b was restored.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a booking whose code was used up meanwhile is restored without it', async ({ signedIn: page, api }) => {
  const branchName = 'Trash Quay'
  await addBranch(api, { name: branchName })
  const { code: promoCode } = await addPromoCode(api, { code: 'TRASH-ONCE', mostUses: 1 })
  const { _id } = await addBooking(api, { branchName, promoCode, fullName: 'Trashed Guest' })
  await api.call(bookings.remove, { params: { id: _id } })
  await addBooking(api, { branchName, promoCode })
  await page.goto('/bookings?trash=1&q=trashed')
  await expect(rows(page)).toContainText('27 November 2037')
  await page.getByRole('button', { name: 'Restore the booking for Trashed Guest' }).click()
  await expect(page.getByRole('alert')).toContainText('This promo code has been used up.')
  await page.getByRole('button', { name: 'Restore without promo code' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The booking for Trashed Guest was restored.')
})

test('an image in the trash says what still shows it', async ({ signedIn: page, api }) => {
  const { _id, url } = await addImage(api, 'trashed-poster.png')
  await addMovie(api, { title: 'Shown Still', image: url })
  await api.call(images.remove, { params: { id: _id } })
  await page.goto('/gallery?trash=1&q=trashed-poster')
  await expect(rows(page)).toContainText('Still used by the movie “Shown Still”.')
})

test('what was deleted tells its history there, and an earlier version of it comes back, with the way back from that', async ({
  signedIn: page,
  api,
}) => {
  const { _id, ...film } = await addMovie(api, { title: 'First Cut' })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Second Cut' } })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=cut')
  await page.getByRole('button', { name: 'History of Second Cut' }).click()
  const panel = page.getByRole('dialog', { name: 'History of Second Cut' })
  await panel.getByRole('button', { name: 'Restore this version' }).last().click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Second Cut was restored to version 1.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText('Second Cut was reverted.')
  await expect(rows(page).getByRole('heading')).toHaveText('First Cut')
})

test('several are erased for good after one question that names their number, by super users alone', async ({
  signedIn: page,
  api,
  axe,
}) => {
  for (const title of ['Together A', 'Together B', 'Together C']) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  const inTrash = () => api.call(movies.list, { query: { trash: '1', q: 'together' } })
  await page.goto('/?trash=1')
  for (const name of ['Together A', 'Together B']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await axe()
  await bar(page).getByRole('button', { name: 'Erase' }).click()
  const question = page.getByRole('alertdialog', { name: 'Permanently erase 2 movies?' })
  await expect(question).toContainText("This also erases all earlier versions and can't be undone.")
  await question.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('2 movies were permanently erased.')
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' })).toBeHidden()
  expect((await inTrash()).map(({ title }) => title)).toEqual(['Together C'])
})

test('deleted users are restored together', async ({ signedIn: page, api }) => {
  for (const username of ['many-one', 'many-two']) {
    const { _id } = await api.call(users.create, { body: { username, password: 'a-long-enough-password', isSuperUser: false } })
    await api.call(users.remove, { params: { id: _id } })
  }
  await page.goto('/users?trash=1&q=many')
  for (const name of ['many-one', 'many-two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await bar(page).getByRole('button', { name: 'Restore' }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('2 users were restored.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText('All 2 changes undone.')
  await expect(rows(page)).toHaveCount(2)
})

test('whoever erases something for good types its name', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Burnt Print' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=burnt')
  await page.getByRole('button', { name: 'Erase Burnt Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently erase Burnt Print?' })
  const erase = dialog.getByRole('button', { name: 'Erase permanently' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill('Burnt Print')
  await erase.click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Burnt Print was permanently erased.')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test('what could not be erased is told, also where its dialog was closed meanwhile', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Kept Print' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=kept')
  const line = await refuseLate(page, /erasure$/, 'POST', 503, { error: 'The server is busy.' })
  const dialog = page.getByRole('dialog', { name: 'Permanently erase Kept Print?' })
  const begin = async () => {
    await page.getByRole('button', { name: 'Erase Kept Print' }).click()
    await dialog.getByRole('textbox').fill('Kept Print')
    await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  }
  const notice = page.getByRole('region', { name: 'Notices' })
  await begin()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  line.release()
  await expect(notice).toContainText("Kept Print couldn't be erased. The server is busy.")
  await notice.getByRole('button', { name: 'Dismiss' }).click()

  await line.recover()
  const again = await refuseLate(page, /erasure$/, 'POST', 503, { error: 'The server is busy.' })
  await begin()
  await expect(dialog.getByRole('button', { name: 'Erasing...' })).toBeFocused()
  again.release()
  await expect(dialog.getByRole('alert')).toContainText("The item couldn't be erased.")
  await expect(dialog.getByRole('button', { name: 'Erase permanently' })).toBeFocused()
  await expect(notice).toBeEmpty()
})

test('an erasure that is over closes no other dialog than its own', async ({ signedIn: page, api }) => {
  for (const title of ['Ash A', 'Ash B']) {
    const { _id } = await addMovie(api, { title })
    await api.call(movies.remove, { params: { id: _id } })
  }
  await page.goto('/?trash=1&q=ash')
  const line = await hold(page, /erasure$/, 'POST')
  await page.getByRole('button', { name: 'Erase Ash A' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Ash A')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Erase Ash B' }).click()
  const field = page.getByRole('dialog', { name: 'Permanently erase Ash B?' }).getByRole('textbox')
  await field.fill('Ash')
  line.release()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Ash A was permanently erased.')
  await expect(field).toHaveValue('Ash')
})

test('a name is as it is shown: however many spaces it has, it can be typed, and copied', async ({ signedIn: page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id } = await addMovie(api, { title: 'Anna  Meyer\u00a0 ½' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/?trash=1&q=meyer')
  await page.getByRole('button', { name: /^Erase Anna/ }).click()
  const dialog = page.getByRole('dialog')
  const [field, erase] = [dialog.getByRole('textbox'), dialog.getByRole('button', { name: 'Erase permanently' })]
  await dialog.locator('bdi').click()
  await page.keyboard.press('Control+c')
  await field.press('Control+v')
  await expect(erase).toBeEnabled()
  await field.fill('Anna Meyer')
  await expect(erase).toBeDisabled()
  await field.fill('Anna Meyer ½')
  await erase.click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('was permanently erased.')
})

test('nobody is offered to erase who may not', async ({ page, api }) => {
  await addPerson(api, { username: 'trash-staff', password: 'a-long-enough-password', isSuperUser: false })
  const { _id } = await addMovie(api, { title: 'Not Theirs' })
  await api.call(movies.remove, { params: { id: _id } })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Username' }).fill('trash-staff')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Movie Collection' })).toBeVisible()
  await page.goto('/?trash=1&q=theirs')
  await expect(page.getByRole('button', { name: 'Restore Not Theirs' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase Not Theirs' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select Not Theirs' }).check()
  await expect(bar(page).getByRole('button', { name: 'Restore' })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Erase' })).toBeHidden()
})
