import type { BrowserContext, Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { drafts } from '#contract/drafts.ts'
import { movies } from '#contract/movies.ts'
import { type Api, addPerson } from './api.ts'
import { addBranch, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { answer, expectForm, fillIn, film, save, stored } from './movie-form.ts'
import { admin } from './server.ts'

const guest = { 'Full Name': 'Grace Hopper', 'Phone Number': '+1 212 555 0142' }
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const line = (page: Page, words: string | RegExp) => page.getByRole('button', { name: words, exact: true })
const list = (page: Page) => page.getByRole('dialog', { name: 'Unsaved drafts' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

async function halfABooking(page: Page, name = guest['Full Name']) {
  await page.goto('/bookings/add')
  await field(page, 'Full Name').pressSequentially(name)
  await field(page, 'Phone Number').pressSequentially(guest['Phone Number'])
  await isStored(page)
}

/** Waits until the server has all that was typed in a tab. */
const isStored = (page: Page) =>
  expect.poll(async () => (await copies(page)).map(([, text]) => text.includes('"onServer":"same"'))).toEqual([true])

async function signIn(page: Page, { username, password }: typeof admin) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Closes a tab as a person does; answers how often the browser asked first. */
async function close(page: Page): Promise<number> {
  let asked = 0
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') asked += 1
    void dialog.accept()
  })
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  return asked
}

async function openTab(context: BrowserContext, path: string, prepare?: (page: Page) => Promise<unknown>) {
  const tab = await context.newPage()
  await prepare?.(tab)
  await tab.goto(path)
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab
}

const inDays = (days: number) => (page: Page) => page.clock.setFixedTime(Date.now() + days * 86_400_000)
/** The copies in a tab, and what else any tab of the browser may find. */
const copies = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((store) => Object.entries(store).filter(([key]) => key.startsWith('moviebox.draft:'))),
  )
const onServer = (api: Api) => api.call(drafts.list)

test.describe('a booking that is half written when its tab is closed', () => {
  test.beforeEach(({ api }) => deleteAll(api, bookings))

  test('is found on its list the day after, goes on there, and is gone once it is saved', async ({ signedIn: page, context, api }) => {
    const { name } = await addBranch(api, { name: 'The Morrow' })
    await halfABooking(page)
    expect(await close(page), 'the browser asks once').toBe(1)

    const tomorrow = await openTab(context, '/bookings', inDays(1))
    await line(tomorrow, '1 unsaved draft').click()
    await expect(list(tomorrow)).toContainText('New draft from')
    await list(tomorrow).getByRole('link', { name: guest['Full Name'] }).click()
    await expect(tomorrow).toHaveURL('/bookings/add')
    await expect(field(tomorrow, 'Phone Number')).toHaveValue(guest['Phone Number'])
    await field(tomorrow, 'Branch').selectOption(name)
    await field(tomorrow, 'Date').fill('2027-02-01')
    await field(tomorrow, 'Time').fill('19:30')
    await tomorrow.getByRole('button', { name: 'Create Booking' }).click()
    await expect(tomorrow.getByRole('heading', { name: guest['Full Name'] })).toBeVisible()
    await expect(line(tomorrow, /unsaved draft/)).toHaveCount(0)
    await expect.poll(() => copies(tomorrow)).toEqual([])
    await expect.poll(() => onServer(api)).toEqual([])
  })

  test('goes on at another machine, where its user signs in', async ({ signedIn: page, browser, api }) => {
    await halfABooking(page)
    const elsewhere = await browser.newContext({ baseURL: api.url })
    const desk = await elsewhere.newPage()
    await desk.goto('/login')
    await desk.evaluate((token) => localStorage.setItem('authToken', token), api.token)
    await desk.goto('/bookings/add')
    await desk.getByRole('button', { name: 'Continue' }).click()
    await expect(field(desk, 'Phone Number')).toHaveValue(guest['Phone Number'])
    await elsewhere.close()
  })

  test('leaves nothing in the browser once its user has signed out: who uses the machine next finds no word of it', async ({
    signedIn: page,
    context,
    api,
  }) => {
    const bertha = { username: `bertha${process.pid}`, password: 'a-password-of-her-own' }
    await addPerson(api, { ...bertha, isSuperUser: false })
    await halfABooking(page)
    await field(page, 'Full Name').press('End')
    await field(page, 'Full Name').pressSequentially(', Rear Admiral')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await answer(page, 'Keep draft and leave')
    await expect(page).toHaveURL('/login')
    expect(await copies(page)).toEqual([])
    const all = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))
    for (const secret of Object.values(guest)) expect(all).not.toContain(secret)

    await signIn(page, bertha)
    await expect(page.getByRole('button', { name: `Account ${bertha.username}` })).toBeVisible()
    const hers = await openTab(context, '/bookings/add')
    await expect(field(hers, 'Full Name')).toHaveValue('')
    await expect(hers.getByText('You have an unsaved booking')).toHaveCount(0)

    await hers.getByRole('button', { name: 'Account' }).click()
    await hers.getByRole('button', { name: 'Logout' }).click()
    await signIn(hers, admin)
    await hers.getByRole('link', { name: 'Bookings' }).first().click()
    await line(hers, '1 unsaved draft').click()
    await expect(list(hers).getByRole('link', { name: `${guest['Full Name']}, Rear Admiral` })).toBeVisible()
  })
})

test('a draft is still read after its owner has changed the password, also when it is open meanwhile', async ({
  signedIn: page,
  context,
}) => {
  await halfABooking(page)
  const other = await openTab(context, '/users#change-password')
  await other.getByLabel('Current password').fill(admin.password)
  await other.getByLabel('New password').fill(admin.password)
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByText('Password changed successfully')).toBeVisible()
  await close(page)
  await other.goto('/bookings')
  await line(other, '1 unsaved draft').click()
  await expect(list(other).getByRole('link', { name: guest['Full Name'] })).toBeVisible()
})

test('two tabs with the same form keep a draft each, and a reload of either brings its own', async ({ signedIn: page, context, api }) => {
  await halfABooking(page, 'Ada Byron')
  const other = await openTab(context, '/bookings/add')
  await expect(field(other, 'Full Name')).toHaveValue('')
  await halfABooking(other, 'Grace Hopper')
  other.on('dialog', (dialog) => void dialog.accept())
  for (const [tab, name] of [
    [other, 'Grace Hopper'],
    [page, 'Ada Byron'],
  ] as const) {
    await tab.reload()
    await tab.getByRole('button', { name: 'Continue' }).click()
    await expect(field(tab, 'Full Name')).toHaveValue(name)
  }
  await close(other)
  await close(page)

  const later = await openTab(context, '/bookings')
  await line(later, '2 unsaved drafts').click()
  await expect(list(later).getByRole('listitem')).toHaveCount(2)
  await list(later).getByRole('button', { name: 'Discard the draft of Ada Byron' }).click()
  await list(later).getByRole('button', { name: 'Restore the draft of Ada Byron' }).click()
  await list(later).getByRole('button', { name: 'Discard the draft of Grace Hopper' }).click()
  await later.keyboard.press('Escape')
  await expect(line(later, '1 unsaved draft')).toBeFocused()
  await expect.poll(async () => (await onServer(api)).length).toBe(1)
})

test.describe('leaving a form', () => {
  test.beforeEach(async ({ api }) => {
    await deleteAll(api, movies)
  })

  test('asks once when something was typed, by whatever way; Escape stays where the focus was', async ({ signedIn: page, axe }) => {
    await page.goto('/news')
    await page.getByRole('navigation').getByRole('link', { name: 'Movies' }).click()
    await page.getByRole('link', { name: 'Add New Movie' }).click()
    await fillIn(page, { Title: 'Metropolis' })
    const link = page.getByRole('navigation').getByRole('link', { name: 'News' })
    await link.click()
    await expect(question(page).getByRole('button', { name: 'Stay' })).toBeFocused()
    await axe()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(link).toBeFocused()

    await field(page, 'Genre').focus()
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await expect(page).toHaveURL('/add')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Genre')).toBeFocused()

    await page.goBack()
    await answer(page, 'Keep draft and leave')
    await expect(page).toHaveURL('/')
    await expect(line(page, '1 unsaved draft')).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL('/add')
    const discard = page.getByRole('button', { name: 'Discard' })
    await discard.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await discard.click()
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(line(page, /unsaved draft/)).toHaveCount(0)
  })

  test('gives up what was typed, with the way back', async ({ signedIn: page }) => {
    await page.goto('/add')
    await fillIn(page, { Title: 'Metropolis' })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await answer(page, 'Discard')
    await expect(page).toHaveURL('/')
    await page.keyboard.press('Control+z')
    await line(page, '1 unsaved draft').click()
    await list(page).getByRole('link', { name: 'Metropolis' }).click()
    await expectForm(page, { Title: 'Metropolis' })
  })

  test('asks nothing when nothing was typed, when it was taken back, and when it was given up', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto('/')
    await page.getByRole('link', { name: 'Edit Nosferatu' }).click()
    await fillIn(page, { Title: 'Metropolis' })
    await fillIn(page, { Title: 'Nosferatu' })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Edit Nosferatu' }).click()
    await fillIn(page, { Title: 'Metropolis' })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await answer(page, 'Discard')
    await expect(page).toHaveURL('/')
    await page.goto(`/edit/${_id}`)
    await expectForm(page, { Title: 'Nosferatu' })
    expect(await copies(page)).toEqual([])
    await expect.poll(() => onServer(api)).toEqual([])
  })

  test('says so where no draft can be kept, and the form works all the same', async ({ signedIn: page, api }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No room.', 'QuotaExceededError')
      }
    })
    await page.goto('/add')
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/drafts/'))
    await page.route('**/api/drafts/*', (route) => route.abort())
    await fillIn(page)
    await failed
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(question(page)).toContainText('This browser has no space left')
    await page.keyboard.press('Escape')
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([{ title: film.Title }])
  })
})

test('changes to a film are found again on its list, without a picture that was erased since and without what the form has no field for', async ({
  signedIn: page,
  api,
}) => {
  await deleteAll(api, movies)
  const { _id, version, ...film } = await addMovie(api)
  // As an earlier release may have kept it.
  const values = { ...film, title: 'Metropolis', image: `/media/${'0'.repeat(64)}/640.webp`, genre: { was: 'another kind' }, rating: 5 }
  const content = JSON.stringify({ values, base: { version, values: {} }, mood: 'grim' })
  await api.call(drafts.keep, { params: { id: _id }, body: { form: `/edit/${_id}`, content } })
  await page.goto('/')
  await line(page, '1 unsaved draft').click()
  await expect(list(page)).toContainText('Changes from')
  await list(page).getByRole('link', { name: 'Metropolis' }).click()
  await expect(page.getByText('Your unsaved changes were restored without an image that has since been erased.')).toBeVisible()
  await expectForm(page, { Title: 'Metropolis', Genre: 'Horror' })
  await save(page)
  await expect(page).toHaveURL('/')
  expect(await stored(api)).toMatchObject([{ title: 'Metropolis', genre: 'Horror', image: '' }])
})

test('a film that was being saved on a slow line when the tab was closed is one film when it is saved again the day after', async ({
  signedIn: page,
  context,
  api,
}) => {
  await deleteAll(api, movies)
  await page.goto('/add')
  await fillIn(page)
  await page.getByLabel('Title', { exact: true }).press('End')
  // It arrives, and the answer never does.
  await page.route('**/api/movies', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
  })
  await save(page)
  await expect.poll(async () => (await stored(api)).length).toBe(1)
  await isStored(page)
  await close(page)

  const later = await openTab(context, '/add')
  await later.getByRole('button', { name: 'Continue' }).click()
  await expectForm(later)
  await save(later)
  await expect(later).toHaveURL('/')
  expect(await stored(api)).toHaveLength(1)
})
